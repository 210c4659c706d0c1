// The page of one seat: its hand, what it is asked, the table in short. All it knows is the last frame.

import { byCard, dice, groups, picker, uses } from "./answer.js";
import { button, card, emblem, make, row } from "./draw.js";
import { LABELS, LANGUAGE } from "./labels.js";
import { Line, stayAwake } from "./line.js";

const EYE = [[7, 6, 50, 26, 26, 50, 18, 74, 26, 94, 50, 74, 74, 50, 82, 26, 74, 6, 50], [-13, 50, 50]];
const SHUT = [[7, 6, 50, 26, 26, 50, 18, 74, 26, 94, 50, 74, 74, 50, 82, 26, 74, 6, 50], [9, 14, 88, 86, 12]];
const TABS = [["hand", "手"], ["table", "回"], ["log", "筆"]];

const at = (id) => document.getElementById(id);
const kept = (name, other) => sessionStorage.getItem(name) ?? other;
let language = kept("language", LANGUAGE);
let words = LABELS[language];
let view = null;
let tab = "hand";
let hidden = false;
let path = [];
let sending = false;
let state = "connecting";

const line = new Line(language, show, (now) => {
  state = now;
  document.documentElement.dataset.line = now;
  showLine();
});

// what there is to see ------------------------------------------------------------------------------------------------

function show(frame) {
  const before = view;
  view = frame;
  if (!before || before.number !== view.number || !view.nodes) closeSheet();
  if ((view.nodes || view.roll) && before && !before.nodes && !before.roll) {
    tab = "hand";
    if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(40);
  }
  if (view.over && !before?.over) tab = "table";
  sending = false;
  render();
}

function render() {
  showLine();
  if (!view) return;
  const me = view.table.find((one) => one.seat === view.seat);
  const looks = view.seat === "*";
  document.documentElement.lang = language;
  document.documentElement.dataset.number = view.number;
  document.body.className = [me?.state ?? "", view.nodes || view.roll ? "asked" : "", view.over ? "over" : ""].join(" ");
  document.title = `${view.nodes || view.roll ? "● " : ""}${view.name || view.game}`;
  at("name").textContent = looks ? words.onlooker : view.name;
  if (me?.state_words) at("name").append(make("span", "badge", me.state_words));
  at("title").textContent = view.title;
  showAsk();
  showHand();
  at("own").replaceChildren(...view.own.map((one) => make("span", "line", one)));
  const first = Math.max(0, view.table.indexOf(me)), around = [...view.table.slice(first), ...view.table.slice(0, first)];
  at("table").replaceChildren(...around.map((one) => row(one, one === me)));
  at("log").replaceChildren(make("ol", "", ...view.log.map((one) => make("li", "", one))));
  showTabs(looks);
  at("hide").hidden = !view.hand.length;
  at("hide").replaceChildren(emblem(hidden ? SHUT : EYE));
  at("hide").setAttribute("aria-label", hidden ? words.show : words.hide);
  at("hide").setAttribute("aria-pressed", hidden);
  if (at("sheet").open) showSheet();
}

function showAsk() {
  const story = (view.story ?? []).map((one, n) => make("p", n || view.over ? "story more" : "story", one));
  const made = view.over ? [] : [...story];
  if (view.over) {
    made.push(make("span", "seal", view.over.won ? "勝" : "終"));
    made.push(make("h2", "", view.over.won ? words.won : view.over.winners || words.over));
    if (view.over.won && view.over.winners) made.push(make("p", "", view.over.winners));
    made.push(...story);
    if (!story.length) made.push(make("p", "", view.over.why));
  } else if (view.nodes || view.roll) {
    made.push(make("h2", "", view.asked));
  } else {
    made.push(make("h2", "wait", view.wait ?? ""));
  }
  if (view.answered) made.push(make("p", "answered", view.answered));
  at("ask").replaceChildren(...made);
}

function showHand() {
  const able = byCard(view.nodes);
  const cards = view.hand.map((one) => card(one, able.has(one.id) ? uses(able.get(one.id)) : null, () => open(one, able)));
  at("hand").className = `cards ${hidden ? "hidden" : ""} ${view.hand.length > 4 ? "many" : ""}`;
  at("hand").replaceChildren(...cards);
  at("hand").setAttribute("aria-label", words.hand);
  const rest = (view.nodes ?? []).filter((node) => !node.card || !view.hand.some((one) => one.id === node.card));
  const made = groups(rest, (node) => step([node]));
  if (view.roll) made.push(...dice(view.roll, words, roll));
  made.push(...view.switches.map((one) => {
    const tick = button(`switch ${one.on ? "on" : ""}`, () => act("seat.switch", { id: one.id, on: !one.on }), one.title);
    tick.setAttribute("role", "switch");
    tick.setAttribute("aria-checked", one.on);
    return tick;
  }));
  at("choices").replaceChildren(...made);
  at("choices").setAttribute("aria-label", words.choices);
  at("choices").toggleAttribute("inert", sending);
}

function showTabs(looks) {
  const tabs = looks ? TABS.slice(1) : TABS;
  if (looks && tab === "hand") tab = "table";
  const labels = { hand: words.hand, table: words.table, log: words.log };
  document.querySelector("nav").replaceChildren(
    ...tabs.map(([id, sign]) => {
      const one = button("tab", () => {
        tab = id;
        render();
        scrollTo(0, 0);
      }, make("span", "sign", sign), labels[id]);
      one.setAttribute("aria-current", id === tab);
      return one;
    }),
  );
  for (const id of ["hand", "choices", "own"]) at(id).hidden = tab !== "hand";
  for (const id of ["table", "log"]) at(id).hidden = tab !== id;
}

function showLine() {
  const said = { connecting: words.connecting, away: words.away }[state] ?? words[state];
  at("line").hidden = state === "open";
  at("line").replaceChildren(said ?? "");
  if (["replaced", "flooding"].includes(state)) {
    at("line").append(button("again", () => line.again(), words.again));
  }
}

// answering -----------------------------------------------------------------------------------------------------------

// A card was touched: brought close, with all it can be used for.
function open(shown, able) {
  if (hidden) {
    hidden = false;
    return render();
  }
  path = able.has(shown.id) ? [able.get(shown.id)] : [{ look: shown }];
  showSheet();
}

function step(way) {
  const last = way.at(-1);
  if (last.option && !last.card) return send(last.option);
  path = way;
  showSheet();
}

function showSheet() {
  const last = path.at(-1), sheet = at("sheet"), first = path[0];
  const shown = first.look ?? view.hand.find((one) => one.id === first.card);
  const made = [];
  if (shown) made.push(card(shown, uses(first.look ? null : first), null, "large"));
  if (shown && first.about) made.push(make("p", "after", first.about));
  const crumbs = path.slice(shown ? 1 : 0).map((node) => node.title).join(" · ");
  if (crumbs) made.push(make("h2", "", crumbs));
  if (last.pick) made.push(...picker(last, view.hand, words, send));
  else if (last.option) made.push(...groups([{ ...last, card: "" }], () => send(last.option)));
  else if (last.next) made.push(...groups(last.next, (node) => step([...path, node])));
  const back = button("choice back", () => {
    path = path.slice(0, -1);
    path.length ? showSheet() : closeSheet();
  }, path.length > 1 ? words.back : words.close);
  sheet.replaceChildren(make("div", "inside", ...made), back);
  sheet.toggleAttribute("inert", sending);
  if (!sheet.open) sheet.showModal();
}

function closeSheet() {
  path = [];
  if (at("sheet").open) at("sheet").close();
}

async function act(method, params) {
  if (sending || !view) return;
  sending = true;
  at("choices").inert = at("sheet").inert = true;
  toast(words.sent, true);
  const answer = await line.ask(method, params);
  sending = false;
  at("choices").inert = at("sheet").inert = false;
  closeSheet();
  if (answer.result) toast("");
  else toast(answer.error?.message ?? words.away);
}

const send = (option) => act("game.choose", { option, number: view.number });
const roll = (outcome) => act("game.roll", { number: view.number, ...(outcome ? { outcome } : {}) });

let timer;
function toast(said, stays) {
  clearTimeout(timer);
  at("toast").hidden = !said;
  at("toast").textContent = said;
  if (said && !stays) timer = setTimeout(() => toast(""), 6000);
}

// the page ------------------------------------------------------------------------------------------------------------

at("sheet").addEventListener("cancel", closeSheet);
at("sheet").addEventListener("click", (event) => event.target === at("sheet") && closeSheet());
at("hide").addEventListener("click", () => {
  hidden = !hidden;
  closeSheet();
  render();
});
for (const code of Object.keys(LABELS)) {
  const one = make("option", "", code.toUpperCase());
  one.value = code;
  one.selected = code === language;
  at("language").append(one);
}
at("language").setAttribute("aria-label", words.language);
at("language").addEventListener("change", () => {
  language = at("language").value;
  words = LABELS[language];
  sessionStorage.setItem("language", language);
  line.speak(language);
  render();
});
stayAwake();
line.connect();
