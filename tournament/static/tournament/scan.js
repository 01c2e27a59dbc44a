// A start number or private link by the camera, where the browser can read codes itself (a secure page, some phones).
// Elsewhere the button stays hidden and the number is typed.

const button = document.querySelector("button[data-scan]");
const PAUSE = 200; // ms between two looks

if (button && "BarcodeDetector" in window && navigator.mediaDevices) {
  const codes = await BarcodeDetector.getSupportedFormats();
  button.hidden = !codes.includes("qr_code");
  button.addEventListener("click", scan);
}

async function scan() {
  const camera = document.getElementById(button.dataset.scan);
  const video = camera.querySelector("video");
  if (!camera.hidden) {
    stop(camera, video);
    return;
  }
  try {
    video.srcObject = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } });
  } catch {
    button.hidden = true; // no camera, or none for us
    return;
  }
  camera.hidden = false;
  await video.play();
  const detector = new BarcodeDetector({ formats: ["qr_code"] });
  while (!camera.hidden) {
    const [found] = await detector.detect(video).catch(() => []);
    const words = found && meant(found.rawValue);
    if (words) {
      stop(camera, video);
      find(words);
    }
    await new Promise((resume) => setTimeout(resume, PAUSE));
  }
}

// The start number alone, or the player in the address of a private link.
function meant(text) {
  return text.match(/^\d{1,4}$/)?.[0] ?? text.match(/\/e\/([\w-]+)\//)?.[1] ?? "";
}

function stop(camera, video) {
  camera.hidden = true;
  video.srcObject?.getTracks().forEach((track) => track.stop());
}

function find(words) {
  const field = document.getElementById(button.dataset.into);
  field.value = words;
  field.form.requestSubmit();
}
