// Draws a round that can still be changed. A player is chosen, then another: they change places. Every text is set as text.
const VIEWS = new WeakMap()

export default function (component) {
  const { data, parentElement, setTriggerValue } = component
  let view = VIEWS.get(parentElement)
  if (!view) {
    const root = parentElement.querySelector(".seats")
    view = { root, list: root.querySelector(".list"), bar: root.querySelector(".bar"), status: root.querySelector("[role=status]"), chosen: 0, drawn: "" }
    root.onclick = (event) => clicked(view, event)
    root.onkeydown = (event) => event.key === "Escape" && choose(view, 0)
    VIEWS.set(parentElement, view)
  }
  view.send = (value) => setTriggerValue("ask", value)
  if (data) update(view, data)
  return () => VIEWS.delete(parentElement)
}

function update(view, data) {
  view.data = data
  view.root.setAttribute("aria-label", data.caption)
  const drawn = JSON.stringify([data.boards, data.byes, data.unseated])
  if (drawn !== view.drawn) {
    const place = view.drawn ? focused(view) : ""
    view.list.replaceChildren(...data.boards.map((board) => drawBoard(board, data.words)), ...apart("byes", data.byes, data.words), ...apart("unseated", data.unseated, data.words))
    view.drawn = drawn
    choose(view, 0)
    if (place) (view.list.querySelector(`[data-place="${CSS.escape(place)}"]`) || view.root).focus()
  }
  if (view.status.textContent !== data.status) view.status.textContent = data.status
}

function focused(view) {
  return view.root.getRootNode().activeElement?.dataset?.place || ""
}

// ---- what is drawn

function element(name, marks, text) {
  const made = document.createElement(name)
  if (marks) made.className = marks
  if (text) made.textContent = text
  return made
}

function button(marks, text, label, place) {
  const made = element("button", marks, text)
  made.type = "button"
  if (label) made.setAttribute("aria-label", label)
  made.dataset.place = place
  return made
}

function drawPlayer(marks, player) {
  const made = button(`player ${marks}`, player.name, player.said, `player ${player.no}`)
  made.title = player.name
  made.dataset.no = player.no
  made.setAttribute("aria-pressed", "false")
  made.append(element("span", "no", String(player.no)))
  return made
}

function drawBoard(board, words) {
  const made = element("div", "pair")
  made.setAttribute("role", "group")
  const ways = element("span", "ways")
  for (const name of ["swap", "up", "down", "take"]) {
    const one = button("way", words[name], board.labels[name], `${name} ${board.board}`)
    one.dataset.act = name
    one.dataset.board = board.board
    one.disabled = (name === "up" && board.board === 1) || (name === "down" && board.last)
    ways.append(one)
  }
  made.append(element("span", "at", String(board.board)), drawPlayer("white", board.white), drawPlayer("black", board.black), element("span", "note", board.note), ways)
  return made
}

function apart(kind, players, words) {
  if (!players.length) return []
  const made = element("div", kind === "unseated" ? "apart left" : "apart")
  for (const player of players) {
    const one = element("span")
    one.append(drawPlayer("", player))
    if (player.type) one.append(" ", element("span", "kind", player.type))
    made.append(one)
  }
  return [element("h3", "", words[kind]), made]
}

// ---- what a person does

function ask(view, value) {
  view.send(value)
}

function clicked(view, event) {
  const target = event.target.closest?.("button")
  if (!target) return
  const { act, board, no, kind } = target.dataset
  if (kind !== undefined) ask(view, { act: "bye", no: view.chosen, kind })
  else if (target.classList.contains("leave")) choose(view, 0)
  else if (act === "swap" || act === "take") ask(view, { act, board: Number(board) })
  else if (act) ask(view, { act: "move", board: Number(board), to: Number(board) + (act === "up" ? -1 : 1) })
  else picked(view, Number(no))
}

function picked(view, no) {
  const alone = (one) => view.data.unseated.some((player) => player.no === one)
  if (!view.chosen || view.chosen === no) choose(view, view.chosen === no ? 0 : no)
  else if (alone(view.chosen) && alone(no)) ask(view, { act: "add", white: view.chosen, black: no })
  else ask(view, { act: "exchange", one: view.chosen, other: no })
}

function choose(view, no) {
  view.chosen = no
  for (const one of view.list.querySelectorAll(".player")) one.setAttribute("aria-pressed", String(Number(one.dataset.no) === no))
  view.bar.hidden = !no
  if (!no) return
  const { words, byes, unseated } = view.data
  const name = view.list.querySelector(`[data-no="${no}"]`).title
  const alone = unseated.some((player) => player.no === no)
  const text = (alone ? words.chosen_alone : words.chosen).replace("{name}", () => name)
  view.bar.replaceChildren(element("p", "", text))
  for (const [kind, label] of words.kinds) {
    if (kind === "" && !byes.some((player) => player.no === no)) continue
    const one = button("", label, "", `bye ${kind}`)
    one.dataset.kind = kind
    view.bar.append(one)
  }
  view.bar.append(button("leave", words.cancel, "", "leave"))
  view.status.textContent = text
}
