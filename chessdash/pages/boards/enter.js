// Results that are going to be saved: each is kept by the server at once. Until it answers they stay in this browser too, and are
// sent again, so that neither a lost connection nor a reload loses one.
const AGAIN = 2500 // milliseconds without an answer
const FORFEITS = { "+": "+", "-": "-", "−": "-" }

const ENTER = {
  setUp(view) {
    view.saving = 0
    for (const [key, asked] of kept(view)) {
      view.pending.set(key, asked)
      view.number = Math.max(view.number, asked.number)
    }
    view.timer = setInterval(() => again(view), AGAIN)
    if (view.pending.size) queueMicrotask(() => sendAll(view))
  },

  updated(view) {
    if (view.saving <= view.data.heard) view.saving = 0
    if (!waits(view)) view.silent = false
    keep(view)
  },

  drawn(made) {
    made.append(element("span", "note"))
  },

  shown(view, made, line, code) {
    const { words } = view.data
    const pending = view.pending.has(line.key)
    const conflict = pending ? null : line.conflict
    made.classList.toggle("disputed", Boolean(conflict))
    made.classList.toggle("changed", !conflict && code !== line.was)
    const note = made.querySelector(".note")
    const text = conflict ? "" : pending && view.silent ? words.unanswered : code !== line.was ? words.changed : line.was === "*" ? words.open : ""
    if (note.textContent !== text) note.textContent = text
    made.title = text === "" ? line.stored || "" : ""
    showConflict(view, made, line, conflict)
  },

  more(view, pending) {
    const seen = Object.fromEntries(pending.map(([key, asked]) => [key, asked.seen]))
    const later = pending.filter(([, asked]) => asked.number > view.saving).map(([key]) => key)
    return { seen, saving: view.saving, later: view.saving ? later : [], ...(view.saving ? { shown: view.showed } : {}) }
  },

  sent(view) {
    view.at = Date.now()
    keep(view)
  },

  pressed(view, event, board) {
    const code = event.target.classList.contains("code") && (["1", "=", "0"].includes(event.key) ? event.key : FORFEITS[event.key])
    if (code) {
      set(view, board.dataset.key, code)
      onward(board)
    } else if (event.key === "Enter" && event.target.classList.contains("code")) save(view)
    else if (event.key === "Delete" || event.key === "Backspace") set(view, board.dataset.key, "")
    else if (event.key === "Home" || event.key === "End") onward(event.key === "Home" ? null : view.list.lastElementChild, view)
    else return false
    return true
  },
}

// The next board, or with a view the first or the board given.
function onward(board, view) {
  const to = view ? board || view.list.firstElementChild : board.nextElementSibling
  if (to) go(to.querySelector("button.code[aria-pressed=true]") || to.querySelector("button.code"))
}

function save(view) {
  if (view.data.lines.some((line) => line.conflict && !view.pending.has(line.key))) {
    view.status.textContent = ""
    view.status.textContent = view.data.words.blocked
    view.list.querySelector(".disputed .conflict button")?.focus()
    return
  }
  view.number += 1
  view.saving = view.number
  view.showed = showed(view)
  sendAll(view)
}

// The changed boards as they are shown, each with the version that its result is for: what is saved, and nothing else.
function showed(view) {
  const changed = view.data.lines.filter((line) => current(view, line) !== line.was && !(line.conflict && !view.pending.has(line.key)))
  return Object.fromEntries(changed.map((line) => [line.key, [current(view, line), view.pending.get(line.key)?.seen ?? line.version]]))
}

function waits(view) {
  return view.pending.size > 0 || view.saving > 0
}

// What is not answered is sent again: the server may have been away, or a new one may know nothing of it.
function again(view) {
  if (!waits(view) || Date.now() - (view.at || 0) < AGAIN) return
  if (!view.silent) view.status.textContent = view.data.words.away
  view.silent = true
  for (const line of view.data.lines) if (view.pending.has(line.key)) showLine(view, line)
  try {
    sendAll(view)
  } catch {
    // the next time
  }
}

function name(view) {
  return `chessdash results ${view.data.scope}`
}

function kept(view) {
  try {
    const found = JSON.parse(sessionStorage.getItem(name(view)) || "[]")
    return found.filter(([key, asked]) => view.data.lines.some((line) => line.key === key) && Number.isInteger(asked?.number))
  } catch {
    return []
  }
}

function keep(view) {
  try {
    if (view.pending.size) sessionStorage.setItem(name(view), JSON.stringify([...view.pending]))
    else sessionStorage.removeItem(name(view))
  } catch {
    // a browser that keeps nothing
  }
}

// ---- two results for one board

function showConflict(view, made, line, conflict) {
  const old = made.querySelector(".conflict")
  const drawn = conflict ? JSON.stringify(conflict) : ""
  if ((old?.dataset.drawn || "") === drawn) return
  const focused = old?.contains(view.root.getRootNode().activeElement)
  old?.remove()
  if (conflict) made.append(drawConflict(view, line, conflict, drawn))
  if (focused) (made.querySelector(".conflict button") || made.querySelector("button.code[tabindex='0']")).focus()
}

function drawConflict(view, line, conflict, drawn) {
  const made = element("div", "conflict")
  made.dataset.drawn = drawn
  made.setAttribute("role", "group")
  made.setAttribute("aria-label", conflict.said)
  const keep = button("way", conflict.keep)
  keep.onclick = (event) => resolve(view, line, "", event)
  const take = button("way", conflict.take)
  take.onclick = (event) => resolve(view, line, conflict.code, event)
  const ways = element("span", "ways")
  ways.append(keep, take)
  made.append(side("theirs", conflict.by, conflict.stored), side("ours", conflict.yours_head, conflict.yours))
  made.append(element("p", "question", conflict.question), ways)
  return made
}

function side(marks, head, result) {
  const made = element("span", `side ${marks}`)
  made.append(element("span", "who", head), element("b", "", result))
  return made
}

function resolve(view, line, code, event) {
  event.stopPropagation()
  view.number += 1
  view.pending.set(line.key, { code, number: view.number, seen: line.version })
  showLine(view, line)
  sendAll(view)
}
