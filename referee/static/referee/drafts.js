// What is being entered into a form and is not signed yet, kept on this phone: a reload, an empty battery or a call loses nothing.
// One draft for each account and page; it is dropped when the form is signed, and after a day.

const OLDEST = 24 * 60 * 60 * 1000; // ms
const LATER = 150; // ms: several changes are written as one

let connection;

function opened() {
  connection ??= new Promise((resolve, reject) => {
    const asked = indexedDB.open("augengenau-drafts", 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore("drafts");
    asked.onsuccess = () => {
      asked.result.onclose = () => (connection = null);
      resolve(asked.result);
    };
    asked.onerror = () => ((connection = null), reject(asked.error));
  });
  return connection;
}

async function store(mode, act) {
  const transaction = (await opened()).transaction(["drafts"], mode, { durability: "strict" });
  return new Promise((resolve, reject) => {
    const answer = act(transaction.objectStore("drafts"));
    transaction.commit?.();
    transaction.oncomplete = () => resolve(answer?.result);
    transaction.onerror = transaction.onabort = () => reject(transaction.error);
  });
}

// Signed on a page of its own, at the same address.
export async function dropDraft(who) {
  await store("readwrite", (drafts) => drafts.delete(keyOf(who))).catch(console.warn);
}

const keyOf = (who) => `${who} ${location.pathname}`;

// `fields` gives the values by name, or null where there is nothing to keep; `apply(fields)` puts them back. Without a place to keep them the page works as before.
export function draft({ who, fields, apply }) {
  const key = keyOf(who);
  let timer;
  let isOver = false;

  async function write() {
    const now = fields();
    if (now) {
      await store("readwrite", (drafts) => drafts.put({ at: Date.now(), fields: now }, key)).catch(console.warn);
    }
  }

  return {
    async back() {
      const kept = await store("readonly", (drafts) => drafts.get(key)).catch(() => null);
      if (!kept || Date.now() - kept.at > OLDEST) {
        return false;
      }
      await apply(kept.fields);
      return true;
    },
    changed() {
      clearTimeout(timer);
      timer = isOver ? 0 : setTimeout(write, LATER);
    },
    async over() {
      isOver = true;
      clearTimeout(timer);
      await store("readwrite", (drafts) => drafts.delete(key)).catch(console.warn);
    },
  };
}
