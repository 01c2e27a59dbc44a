// A first page of referees or recorders: what waits on this phone is sent from here too.

import { outboxPanel } from "./outbox-panel.js";

outboxPanel({ token: () => document.querySelector("[name=csrfmiddlewaretoken]").value }).flush();
