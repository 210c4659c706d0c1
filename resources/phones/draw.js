// Everything is made as elements and text: no word of a game is ever read as HTML.

const SVG = "http://www.w3.org/2000/svg";

export function make(tag, classes = "", ...inside) {
  const one = document.createElement(tag);
  if (classes) one.className = classes;
  one.append(...inside.filter((part) => part !== null && part !== undefined && part !== ""));
  return one;
}

export function button(classes, act, ...inside) {
  const one = make("button", classes, ...inside);
  one.type = "button";
  one.addEventListener("click", act);
  return one;
}

// Strokes in a square of 100 by 100: width and points; a width below 0 is a disc.
export function emblem(strokes, classes = "") {
  const picture = document.createElementNS(SVG, "svg");
  picture.setAttribute("viewBox", "0 0 100 100");
  picture.setAttribute("aria-hidden", "true");
  picture.setAttribute("class", `emblem ${classes}`);
  for (const [width, ...points] of strokes ?? []) {
    const one = document.createElementNS(SVG, width < 0 ? "circle" : "path");
    if (width < 0) {
      for (const [name, value] of [["cx", points[0]], ["cy", points[1]], ["r", -width]]) one.setAttribute(name, value);
    } else {
      one.setAttribute("d", smooth(points));
      one.setAttribute("stroke-width", width);
    }
    picture.append(one);
  }
  return picture;
}

function smooth(flat) {
  const at = [];
  for (let n = 0; n < flat.length; n += 2) at.push([flat[n], flat[n + 1]]);
  let path = `M${at[0]}`;
  for (let n = 1; n < at.length - 1; n++) {
    const middle = [(at[n][0] + at[n + 1][0]) / 2, (at[n][1] + at[n + 1][1]) / 2];
    path += `Q${at[n]} ${middle}`;
  }
  return `${path}L${at.at(-1)}`;
}

// A card of the hand; `lit`: the boxes that can be used now, or null when the card cannot be used at all; no `act`: only to look at.
export function card(shown, lit, act, classes = "") {
  const boxes = shown.boxes.map((box) =>
    make(
      "span",
      `box ${lit?.has(box.kind) || (box.kind === "attack" && lit?.has("iaido")) ? "lit" : ""}`,
      box.sign.length ? emblem(box.sign) : "",
      make("b", "", box.number),
      make("small", "", box.name),
    ),
  );
  const look = `card ${lit ? "usable" : ""} ${shown.spent ? "spent" : ""} ${classes}`;
  const inside = [
    make("span", `edge ${shown.colour}`),
    make("span", "top", shown.sign.length ? emblem(shown.sign) : "", make("small", "", shown.line)),
    make("strong", "", shown.title),
    make("span", "text", shown.text),
    shown.note ? make("small", "note", shown.note) : "",
    boxes.length ? make("span", "boxes", ...boxes) : "",
  ];
  const one = act ? button(look, act, ...inside) : make("div", look, ...inside);
  one.dataset.card = shown.id;
  return one;
}

export function row(shown, mine) {
  const marks = shown.marks.map((mark) => {
    const one = make("span", "mark", mark.sign.length ? emblem(mark.sign) : "", mark.number);
    one.title = mark.name;
    one.setAttribute("aria-label", `${mark.name}: ${mark.number}`);
    return one;
  });
  return make(
    "article",
    `row ${shown.state} ${shown.acts ? "acts" : ""} ${mine ? "mine" : ""}`,
    make("h3", "", shown.name, shown.state_words ? make("small", "", shown.state_words) : ""),
    make("p", "marks", ...marks),
    ...shown.lines.map((line) => make("span", "line", line)),
  );
}
