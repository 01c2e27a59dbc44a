// A bot over the protocol: node bot.mjs python3 -m augengenau_engine
// The words behind its name are the command that speaks the protocol. Plays one game of four with dice of its own.
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

const [command, ...words] = process.argv.slice(2);
const engine = spawn(command, words, { stdio: ["pipe", "pipe", "inherit"] });
const lines = createInterface({ input: engine.stdout })[Symbol.asyncIterator]();

async function ask(request) {
  engine.stdin.write(JSON.stringify({ rules: "turnier", ...request }) + "\n");
  const answer = JSON.parse((await lines.next()).value);
  if (answer.error) throw new Error(`${answer.error.code}: ${answer.error.sentence}`);
  return answer;
}

let table = await ask({ op: "start", players: 4 });
let throws = 0;
while (!table.over) {
  const roll = 1 + Math.floor(Math.random() * 6);
  const { permitted, legal } = await ask({ op: "moves", position: table.position, roll });
  const captures = (text) => legal.find((move) => move.move === text).captures.length;
  const [best = "--"] = permitted.toSorted((one, other) => captures(other) - captures(one));
  table = await ask({ op: "play", position: table.position, roll, move: best });
  throws += 1;
}
console.log(`${throws} throws, places: ${table.places.join(" ")}`);
engine.stdin.end();
