// On the start pages of referees and recorders: entries that wait on this phone are sent from here too.

import { outboxPanel } from "./outbox-panel.js";

outboxPanel({ token: () => document.querySelector("[name=csrfmiddlewaretoken]").value }).flush();
