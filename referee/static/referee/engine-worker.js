// The server's own Python on this phone. Started with the addresses of Python and of the parcel; answers each line of the
// text protocol with a line.

async function started({ python, parcel }) {
  const { loadPyodide } = await import(`${python}pyodide.mjs`);
  const [runtime, packed] = await Promise.all([
    loadPyodide({ indexURL: python, lockFileURL: `${python}pyodide-lock.json`, packages: [] }),
    fetch(parcel).then((answer) => (answer.ok ? answer.arrayBuffer() : Promise.reject(new Error(answer.status)))),
  ]);
  runtime.unpackArchive(packed, "zip", { extractDir: "/augengenau" });
  return runtime.runPython(`
import sys
sys.path.insert(0, "/augengenau")
from games.protocol import Desk
from games.stepping import STEPS
from referee.judging.protocol import OPS
desk = Desk({**OPS, **STEPS})
lambda line: desk.answer(line.encode())
`);
}

let answer;

// Python fetches several files at once: of failures only the first is answered, and the page hears of that one.
self.addEventListener("unhandledrejection", (event) => event.preventDefault());

self.onmessage = async ({ data }) => {
  if (!answer) {
    try {
      answer = await started(data);
      self.postMessage({ ready: true });
    } catch (error) {
      self.postMessage({ failed: String(error) });
    }
  } else {
    self.postMessage({ id: data.id, line: answer(data.line) });
  }
};
