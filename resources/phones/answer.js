// How a question is answered: steps as buttons, sets of cards picked one by one, dice rolled or typed.

import { button, card, make } from "./draw.js";

// What each card of the hand can be used for: card id to its step.
export function byCard(nodes) {
  return new Map((nodes ?? []).filter((node) => node.card).map((node) => [node.card, node]));
}

export function uses(node) {
  return node ? new Set(node.next ? node.next.map((one) => one.kind) : [node.kind]) : null;
}

// One step as a button; `go` gets the step.
export function choice(node, go) {
  const more = node.next || node.pick;
  const one = button(
    `choice ${node.quiet ? "quiet" : ""} ${more ? "more" : ""}`,
    () => go(node),
    make("span", "", node.title, node.about ? make("small", "", node.about) : ""),
  );
  one.dataset.title = node.title;
  if (node.option) one.dataset.option = node.option;
  return one;
}

// Steps of one kind stand together; what ends or passes stands last.
export function groups(nodes, go) {
  const loud = nodes.filter((node) => !node.quiet), kinds = new Map();
  for (const node of loud) kinds.set(node.kind, [...(kinds.get(node.kind) ?? []), node]);
  const made = [...kinds.values()].map((some) => make("div", "group", ...some.map((node) => choice(node, go))));
  const quiet = nodes.filter((node) => node.quiet).map((node) => choice(node, go));
  return quiet.length ? [...made, make("div", "group last", ...quiet)] : made;
}

// A set of cards: touched in any order, then confirmed. `send` gets the id of the option.
export function picker(node, hand, words, send) {
  const chosen = new Set(), { cards, begin, none } = node.pick;
  const place = make("div", "cards");
  const confirm = button("choice primary", () => {
    const picked = [...chosen].sort();
    send(picked.length ? begin + picked.join("+") : none);
  }, words.confirm);
  const refresh = () => (confirm.disabled = !chosen.size && !none);
  for (const shown of hand.filter((one) => cards.includes(one.id.replaceAll(":", ".")))) {
    const id = shown.id.replaceAll(":", ".");
    const one = card(shown, new Set(), () => {
      if (!chosen.delete(id)) chosen.add(id);
      one.classList.toggle("taken", chosen.has(id));
      one.setAttribute("aria-pressed", chosen.has(id));
      refresh();
    });
    place.append(one);
  }
  refresh();
  return [make("p", "hint", words.pick_cards), place, confirm];
}

const SIGNS = { fire: "火", water: "水", air: "風", earth: "土", tori: "鳥" };
const PIPS = ["", "⚀", "⚁", "⚂", "⚃", "⚄", "⚅"];

function sign(die, face) {
  return die.die === "d6" ? PIPS[face] ?? face : SIGNS[face] ?? face;
}

// The dice asked for: one large button, and a pad where real dice may be typed. `roll` gets the faces, or nothing.
export function dice(asked, words, roll) {
  const made = [];
  const names = new Set(asked.dice.map((die) => die.for));
  if (asked.may_roll) {
    const throws = asked.dice.map((die) => make("span", `die ${die.die}`, die.die === "d6" ? "⚅" : "火"));
    made.push(button("choice primary roll", () => roll(), make("span", "dice", ...throws), words.roll));
  }
  if (!asked.may_type) return made;
  const faces = asked.dice.map(() => null);
  const confirm = button("choice primary", () => roll(faces), words.enter);
  confirm.disabled = true;
  const pad = asked.dice.flatMap((die, n) => {
    if (!die.faces.length) return [];
    const keys = die.faces.map((face) => {
      const one = button(`key ${face}`, () => {
        faces[n] = face;
        for (const key of keys) key.setAttribute("aria-pressed", key === one);
        confirm.disabled = faces.some((value, at) => value === null && asked.dice[at].faces.length);
      }, sign(die, face));
      one.setAttribute("aria-label", String(face));
      one.setAttribute("aria-pressed", false);
      return one;
    });
    return [make("div", "pad", names.size > 1 ? make("small", "", die.for) : "", ...keys)];
  });
  return [...made, make("details", "typed", make("summary", "", words.type_dice), ...pad, confirm)];
}
