// Draws boards and the result of each as buttons. Every text is set as text; nothing here makes markup from data.
// A click is shown at once and sent with all that is not answered yet, so that none is lost when the next one is quicker.
// Three modes: "set" (other results), "changed" (what was set, with Undo), "enter" (results that are saved: in enter.js).
const VIEWS = new WeakMap()
const PLAIN = { setUp() {}, updated() {}, drawn() {}, shown() {}, sent() {}, more: () => ({}), pressed: () => false }

export default function (component) {
  const { data, parentElement, setTriggerValue } = component
  let view = VIEWS.get(parentElement)
  if (!view) {
    view = setUp(parentElement)
    view.mode = data?.mode === "enter" ? ENTER : PLAIN
    VIEWS.set(parentElement, view)
  }
  view.send = (value) => setTriggerValue("set", value)
  if (data) update(view, data)
  return () => {
    clearInterval(view.timer)
    VIEWS.delete(parentElement)
  }
}

function setUp(parent) {
  const root = parent.querySelector(".boards")
  const view = { root, list: root.querySelector(".list"), status: root.querySelector("[role=status]"), pending: new Map(), number: 0, drawn: "" }
  root.onclick = (event) => clicked(view, event)
  root.onchange = (event) => chosen(view, event)
  root.onkeydown = (event) => pressed(view, event)
  return view
}

function update(view, data) {
  const first = !view.data
  view.data = data
  view.root.dataset.mode = data.mode
  view.number = Math.max(view.number, data.heard)
  if (first) view.mode.setUp(view)
  for (const [key, asked] of view.pending) if (asked.number <= data.heard) view.pending.delete(key)
  view.root.setAttribute("aria-label", data.caption)
  const drawn = JSON.stringify([data.mode, data.lines.map((line) => [line.key, line.at, line.white, line.black])])
  if (drawn !== view.drawn) {
    const at = view.drawn && view.root.getRootNode().activeElement?.closest?.(".board")
    const place = at ? [...view.list.querySelectorAll(".board")].indexOf(at) : -1
    view.list.replaceChildren(...(data.mode === "set" ? [drawHead(data.words)] : []), ...data.lines.map((line) => drawLine(view, line)))
    view.list.scrollTop = 0
    view.drawn = drawn
    if (place >= 0) (view.list.querySelectorAll(".board")[Math.min(place, data.lines.length - 1)]?.querySelector("button") || view.root).focus()
  }
  for (const line of data.lines) showLine(view, line)
  if (view.status.textContent !== data.status) view.status.textContent = data.status
  view.mode.updated(view)
}

// ---- what is drawn

function element(name, marks, text) {
  const made = document.createElement(name)
  if (marks) made.className = marks
  if (text) made.textContent = text
  return made
}

function button(marks, text, label) {
  const made = element("button", marks, text)
  made.type = "button"
  if (label) made.setAttribute("aria-label", label)
  return made
}

function drawHead(words) {
  const made = element("div", "head")
  made.setAttribute("aria-hidden", "true")
  made.append(...words.heads.map((text, index) => element("span", ["at", "white", "results", "black"][index], text)))
  return made
}

function drawLine(view, line) {
  const { words, mode } = view.data
  const made = element("div", "board")
  made.dataset.key = line.key
  made.setAttribute("role", "group")
  made.setAttribute("aria-label", line.group)
  const black = element("span", "black")
  black.append(named("name", line.black))
  if (mode === "changed") {
    made.append(element("span", "at", line.at), named("white", line.white), element("span", "results"), black)
    made.append(element("span", "was"), button("undo", words.undo, line.undo))
    return made
  }
  if (mode === "set") {
    const was = element("span", "was")
    was.append(element("span", "before"), " ", button("undo", words.undo, line.undo))
    black.append(was)
  }
  const results = element("span", "results")
  for (const [code, text, said] of words.pressed) {
    const one = button("code", text, `${text}, ${said}`)
    one.dataset.code = code
    results.append(one)
  }
  results.append(drawOthers(line, words))
  made.append(element("span", "at", line.at), named("white", line.white), results, black)
  if (line.note) made.append(element("span", "hint", line.note))
  view.mode.drawn(made, line)
  return made
}

// Results without a button: forfeits, and no result where there is one in the event.
function drawOthers(line, words) {
  const made = element("select", "code")
  made.setAttribute("aria-label", line.other)
  made.append(option("", words.other))
  const forfeits = element("optgroup")
  forfeits.label = words.forfeits
  forfeits.append(...words.others.map(([code, text]) => option(code, text)))
  made.append(forfeits)
  return made
}

function option(value, text) {
  const made = element("option", "", text)
  made.value = value
  return made
}

function named(marks, name) {
  const made = element("span", marks, name)
  made.title = name
  return made
}

function showLine(view, line) {
  const made = row(view, line.key)
  const code = current(view, line)
  const differs = code !== line.was
  made.classList.toggle("changed", differs)
  made.classList.toggle("waiting", view.pending.has(line.key))
  if (view.data.mode === "changed") {
    made.querySelector(".results").textContent = line.result
    made.querySelector(".was").textContent = line.before
    return
  }
  for (const one of made.querySelectorAll("button.code")) {
    const on = one.dataset.code === code
    one.setAttribute("aria-pressed", String(on))
    one.classList.toggle("hinted", (line.hints || []).includes(one.dataset.code))
    one.tabIndex = -1
  }
  const stop = made.querySelector("button.code[aria-pressed=true]") || made.querySelector("button.code")
  stop.tabIndex = 0
  showOthers(view, made.querySelector("select"), line, code)
  view.mode.shown(view, made, line, code)
  const was = made.querySelector(".was")
  if (!was) return
  if (!differs && was.contains(view.root.getRootNode().activeElement)) stop.focus()
  was.hidden = !differs
  was.querySelector(".before").textContent = differs ? line.before : ""
}

// The list shows the result that it holds; a board without one says so unless the page says it elsewhere.
function showOthers(view, select, line, code) {
  const { words, mode } = view.data
  const open = select.querySelector("option[value='*']")
  if (line.was !== "*" && !open) select.append(option("*", words.open))
  if (line.was === "*" && open) open.remove()
  const value = [...select.options].some((one) => one.value === code) ? code : ""
  if (select.value !== value) select.value = value
  const first = mode === "set" && code === "*" && line.was === "*" ? words.open : words.other
  if (select.options[0].textContent !== first) select.options[0].textContent = first
  select.classList.toggle("on", value !== "")
}

function row(view, key) {
  return view.list.querySelector(`.board[data-key="${CSS.escape(key)}"]`)
}

function current(view, line) {
  const asked = view.pending.get(line.key)
  if (!asked) return line.code
  return asked.code === "" ? line.was : asked.code
}

// ---- what a person does

function set(view, key, code) {
  const line = view.data.lines.find((one) => one.key === key)
  if (!line || current(view, line) === (code || line.was)) return
  view.number += 1
  view.pending.set(key, { code, number: view.number, seen: line.version })
  showLine(view, line)
  sendAll(view)
}

function sendAll(view) {
  const pending = [...view.pending]
  const results = Object.fromEntries(pending.map(([one, asked]) => [one, asked.code]))
  view.send({ number: view.number, results, ...view.mode.more(view, pending) })
  view.mode.sent(view)
}

function clicked(view, event) {
  const target = event.target.closest?.("button")
  if (!target) return
  const key = target.closest(".board").dataset.key
  if (target.classList.contains("undo")) set(view, key, "")
  else if (view.mode === ENTER && target.getAttribute("aria-pressed") === "true") set(view, key, "")
  else set(view, key, target.dataset.code)
}

function chosen(view, event) {
  const key = event.target.closest(".board").dataset.key
  const line = view.data.lines.find((one) => one.key === key)
  if (event.target.value) set(view, key, event.target.value)
  else showLine(view, line)
}

function pressed(view, event) {
  const board = event.target.closest?.(".board")
  if (!board || event.target.tagName === "SELECT" || event.ctrlKey || event.metaKey || event.altKey || view.data.mode === "changed") return
  const to = { ArrowUp: board.previousElementSibling, ArrowDown: board.nextElementSibling }[event.key]
  const codes = [...board.querySelectorAll("button.code")]
  const at = codes.indexOf(event.target)
  const next = { ArrowLeft: codes[at - 1], ArrowRight: codes[at + 1] }[event.key]
  if (view.mode.pressed(view, event, board)) { /* done */ }
  else if (to?.classList.contains("board")) go(to.querySelectorAll("button.code")[Math.max(at, 0)])
  else if (at >= 0 && next) go(next)
  else if (codes.some((one) => one.dataset.code === event.key)) set(view, board.dataset.key, event.key)
  else return
  event.preventDefault()
}

function go(button) {
  for (const one of button.closest(".board").querySelectorAll("button.code")) one.tabIndex = -1
  button.tabIndex = 0
  button.focus()
}
