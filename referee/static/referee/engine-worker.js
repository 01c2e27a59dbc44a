// The server's own Python on this phone. Started with the addresses of Python and of the parcel; answers each line of the
// text protocol with a line.

async function started({ python, parcel }) {
  const { loadPyodide } = await import(`${python}pyodide.mjs`);
  const [runtime, packed] = await Promise.all([
    loadPyodide({ indexURL: python, lockFileURL: `${python}pyodide-lock.json`, packages: [] }),
    fetch(parcel).then((answer) => (answer.ok ? answer.arrayBuffer() : Promise.reject(new Error(answer.status)))),
  ]);
  runtime.unpackArchive(packed, "gztar", { extractDir: "/augengenau" });
  return runtime.runPython(`
import sys
sys.path.insert(0, "/augengenau")
from pathlib import Path
from games.engine.rules.speech import add_catalogues
from games.engine.protocol import Desk
from games.engine.records.stepping import STEPS
from referee.commentary.protocol import OPS as BOOK
from referee.judging.protocol import OPS
for folder in sorted(Path("/augengenau/catalogues").glob("*")):
    add_catalogues(folder)
desk = Desk({**OPS, **BOOK, **STEPS})
lambda line: desk.answer(line.encode())
`);
}

let answer;

// Python fetches several files at once: only the first failure is reported to the page.
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
