// The connection to the table: it comes back by itself, at once when the phone wakes, else after longer and longer waits.

const REVOKED = 4003, REPLACED = 4001, FLOODING = 4008;
const FIRST_MS = 400, LONGEST_MS = 8000, PATIENCE_MS = 4000;

export class Line {
  // `heard` gets frames, `state` one of "connecting", "open", "away", "revoked", "replaced", "flooding", "no_code".
  constructor(language, heard, state) {
    this.language = language;
    this.heard = heard;
    this.state = state;
    this.ids = 0;
    this.waiting = new Map();
    this.wait = FIRST_MS;
    this.ended = false;
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.wake());
    for (const name of ["online", "pageshow", "focus"]) addEventListener(name, () => this.wake());
    addEventListener("hashchange", () => this.again());
  }

  get secret() {
    return location.hash.slice(1);
  }

  connect() {
    clearTimeout(this.timer);
    if (!this.secret) return this.end("no_code");
    this.state(this.known ? "away" : "connecting");
    const socket = new WebSocket(`ws://${location.host}/socket`);
    this.socket = socket;
    socket.onopen = async () => {
      const answer = await this.ask("seat.take", { secret: this.secret, language: this.language });
      if (answer.result) {
        this.known = true;
        this.wait = FIRST_MS;
        this.state("open");
      }
    };
    socket.onmessage = (event) => this.read(JSON.parse(event.data));
    socket.onclose = (event) => socket === this.socket && this.lost(event.code);
  }

  read(message) {
    if (message.method === "game.view") this.heard(message.params);
    const done = this.waiting.get(message.id);
    if (done) {
      this.waiting.delete(message.id);
      done(message);
    }
  }

  // The answer: an object with `result` or `error`; without a connection, one with neither.
  ask(method, params) {
    if (this.socket?.readyState !== WebSocket.OPEN) return Promise.resolve({});
    const id = ++this.ids;
    this.socket.send(JSON.stringify({ jsonrpc: "2.0", id, method, params }));
    return new Promise((done) => this.waiting.set(id, done));
  }

  lost(code) {
    this.socket = null;
    for (const done of this.waiting.values()) done({});
    this.waiting.clear();
    const why = { [REVOKED]: "revoked", [REPLACED]: "replaced", [FLOODING]: "flooding" }[code];
    if (why) return this.end(why);
    this.state(this.known ? "away" : "connecting");
    this.timer = setTimeout(() => this.connect(), this.wait * (0.75 + Math.random() / 2));
    this.wait = Math.min(LONGEST_MS, this.wait * 2);
  }

  end(why) {
    this.ended = true;
    this.state(why);
  }

  again() {
    const old = this.socket;
    this.socket = null;
    old?.close();
    this.ended = false;
    this.wait = FIRST_MS;
    this.connect();
  }

  // A socket of before the sleep may look open and be dead: what does not answer is replaced.
  async wake() {
    if (this.ended || document.visibilityState !== "visible") return;
    if (!this.socket) {
      this.wait = FIRST_MS;
      return this.connect();
    }
    if (this.socket.readyState !== WebSocket.OPEN || this.probing) return;
    this.probing = true;
    const socket = this.socket;
    const answer = await Promise.race([
      this.ask("seat.language", { language: this.language }),
      new Promise((done) => setTimeout(() => done(null), PATIENCE_MS)),
    ]);
    this.probing = false;
    if (answer === null && socket === this.socket) this.again();
  }

  speak(language) {
    this.language = language;
    this.ask("seat.language", { language });
  }
}

// Keep the screen on while somebody plays, where the browser grants it: on plain HTTP few do, and then nothing is lost.
export function stayAwake() {
  let lock = null;
  const hold = async () => {
    if (document.visibilityState !== "visible" || lock || !navigator.wakeLock) return;
    try {
      lock = await navigator.wakeLock.request("screen");
      lock.addEventListener("release", () => (lock = null));
    } catch {
      lock = null;
    }
  };
  document.addEventListener("visibilitychange", hold);
  document.addEventListener("click", hold);
  hold();
}
