// Draws tables and the panel beside them. Every text is set as text; nothing here makes markup from data.
// A table and its panel are two mounts: a click sends and redraws the small one alone. They meet here, by the table's key.
const VIEWS = new WeakMap()
const MEETING = (window.__chessdashTables ??= new Map())
const WIDE = 900
const PHONE = 640

export default function (component) {
  const { data, parentElement, setTriggerValue } = component
  let view = VIEWS.get(parentElement)
  if (!view) {
    view = setUp(parentElement)
    VIEWS.set(parentElement, view)
  }
  view.send = (value) => setTriggerValue("ask", value)
  if (data) {
    view.key = data.key
    meeting(data.key).show = view.show
    update(view, data)
  }
  return () => {
    view.observer.disconnect()
    VIEWS.delete(parentElement)
    if (MEETING.get(view.key)?.show === view.show) MEETING.delete(view.key)
  }
}

function meeting(key) {
  if (!MEETING.has(key)) MEETING.set(key, {})
  return MEETING.get(key)
}

function ask(view, value) {
  const place = meeting(view.key)
  if (place.send) place.send(value)
  else if (view.data.rest) place.waiting = value
  else view.send(value)
}

function setUp(parent) {
  const root = parent.querySelector(".sheet")
  const view = {
    root,
    main: root.querySelector(".main"),
    side: root.querySelector(".side"),
    notes: root.querySelector(".notes"),
    status: root.querySelector(".status"),
    id: null,
    panelId: null,
    opener: null,
    asked: false,
    landed: false,
  }
  const measure = () => {
    const width = root.getBoundingClientRect().width
    if (!width) return
    root.classList.toggle("wide", width >= WIDE)
    root.classList.toggle("phone", width < PHONE)
  }
  view.measure = measure
  view.show = (panel) => showPanel(view, panel)
  view.observer = new ResizeObserver(measure)
  view.observer.observe(root)
  root.onclick = (event) => clicked(view, event)
  root.onkeydown = (event) => pressed(view, event)
  return view
}

function update(view, data) {
  view.data = data
  view.measure()
  view.root.classList.toggle("alone", !data.rest)
  if (view.id !== data.id) {
    drawTables(view, data)
    view.id = data.id
  }
  drawNotes(view, data.notes || [])
  showPanel(view, MEETING.get(data.key)?.panel || {})
}

function showPanel(view, shown) {
  const id = `${view.id} ${shown.id || ""}`
  if (view.panelId !== id) {
    const arrived = !view.landed && !view.asked && Boolean(shown.panel)
    view.landed ||= Boolean(shown.panel)
    drawPanel(view, shown.panel)
    view.panelId = id
    markChosen(view, shown.chosen || {})
    if (arrived) view.main.querySelector("td.chosen, [aria-pressed=true]")?.scrollIntoView({ block: "nearest" })
    return
  }
  markChosen(view, shown.chosen || {})
}

// ---- what is drawn

function element(name, marks, text) {
  const made = document.createElement(name)
  if (marks && marks.length) made.className = [].concat(marks).join(" ")
  if (text) made.textContent = text
  return made
}

function drawTables(view, data) {
  const scrolled = view.main.querySelector(".scroll")?.scrollLeft || 0
  const sections = data.tables.map((table, index) => {
    const section = element("section")
    if (table.head) section.append(element("h2", [], table.head))
    const scroll = element("div", "scroll")
    scroll.append(drawTable(table, data.words, index === 0 && data.find))
    section.append(scroll)
    return section
  })
  view.main.replaceChildren(...sections)
  const first = view.main.querySelector(".scroll")
  if (first) first.scrollLeft = scrolled
  const reachable = view.main.querySelector("tbody button")
  if (reachable) reachable.tabIndex = 0
}

function drawTable(table, words, find) {
  const made = element("table", table.kind)
  made.append(element("caption", [], table.caption))
  if (table.columns.some((column) => column.head || column.tip)) made.append(drawHead(table, words, find))
  const body = element("tbody")
  for (const row of table.rows || []) body.append(drawRow(row, table, words))
  made.append(body)
  return made
}

function drawHead(table, words, find) {
  const row = element("tr")
  for (const column of table.columns) {
    const cell = element("th", column.marks, column.head)
    cell.scope = "col"
    if (column.tip) {
      cell.title = column.tip
      if (!column.head) cell.append(element("span", "spoken", column.tip))
    }
    if (find && (column.marks || []).includes("who")) cell.append(drawFind(words))
    row.append(cell)
  }
  const head = element("thead")
  head.append(row)
  return head
}

function drawFind(words) {
  const input = element("input", "find")
  input.type = "search"
  input.placeholder = words.find
  input.setAttribute("aria-label", words.find)
  input.oninput = () => {
    const wanted = plain(input.value)
    for (const row of input.closest("table").tBodies[0].rows) {
      row.classList.toggle("dim", Boolean(wanted) && !plain(row.dataset.name).includes(wanted))
    }
  }
  return input
}

function plain(text) {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().trim()
}

function drawRow(row, table, words) {
  const made = element("tr", row.marks)
  made.dataset.name = `${row.name || ""} ${row.cells[1]?.text || ""}`
  const reason = (row.marks || []).includes("reason")
  row.cells.forEach((cell, index) => {
    const column = table.columns[index] || {}
    const who = (column.marks || []).includes("who") && !reason
    const box = element(who ? "th" : "td", [...(column.marks || []), ...(cell.marks || [])])
    if (who) box.scope = "row"
    if (reason && index === 1) box.colSpan = table.columns.length - 1
    if (cell.tip) box.title = cell.tip
    box.append(...drawCell(cell, column, row, words))
    made.append(box)
  })
  return made
}

function drawCell(cell, column, row, words) {
  const parts = []
  if (cell.before) parts.push(element("span", "before", cell.before), " ")
  if (cell.squares) parts.push(drawSquares(cell.squares))
  if (cell.bar !== undefined) parts.push(drawBar(cell))
  if (cell.picture) parts.push(drawPicture(cell))
  if (cell.text || cell.fraction) {
    const number = element("span", "n", cell.text)
    if (cell.fraction) number.append(element("span", "f", cell.fraction))
    parts.push(number)
  }
  if (!cell.fraction && (column.marks || []).includes("slot")) parts.push(element("span", "f"))
  if (cell.after) parts.push(element("span", "after", cell.after))
  const inner = column.act && (cell.text || cell.fraction) ? [acting(cell, column, row, words, parts)] : parts
  if (cell.badge) inner.push(" ", element("span", "badge", cell.badge))
  if (cell.below) inner.push(element("span", "below", cell.below))
  return inner
}

function acting(cell, column, row, words, parts) {
  const made = element(row.link && column.act === "open" ? "a" : "button", ["act", column.act])
  if (made.tagName === "A") made.href = row.link
  else {
    made.type = "button"
    if (column.act !== "open") made.tabIndex = -1
  }
  made.dataset.act = column.act
  made.dataset.key = row.key
  if (column.act === "value") {
    made.dataset.code = column.code
    made.setAttribute("aria-label", filled(words.value, column.tip || column.code, row.name, (cell.text || "") + (cell.fraction || "")))
  }
  if (column.act === "name") made.setAttribute("aria-pressed", "false")
  made.append(...parts)
  return made
}

function filled(template, code, name, value) {
  const values = { code, name, value }
  return template.replace(/\{(\w+)\}/g, (all, key) => values[key] ?? all)
}

function drawSquares([played, planned]) {
  const made = element("span", planned > 12 ? "squares many" : "squares")
  made.setAttribute("aria-hidden", "true")
  for (let i = 0; i < planned; i++) made.append(element("i", i < played ? "full" : ""))
  return made
}

function drawPicture(cell) {
  const made = element("img", "picture")
  made.alt = cell.tip || ""
  if (cell.picture.startsWith("data:image/svg+xml,")) made.src = cell.picture
  return made
}

function drawBar(cell) {
  const made = element("span", ["bar", ...(cell.marks || [])])
  made.style.width = `${Math.max(cell.bar * 100, 0.5)}%`
  made.setAttribute("aria-hidden", "true")
  return made
}

function drawNotes(view, notes) {
  view.notes.replaceChildren(
    ...notes.map((note) => {
      const made = element(note.more ? "details" : "p", "note", note.more ? "" : note.text)
      if (note.more) {
        const list = element("ul")
        list.append(...note.more.map((text) => element("li", [], text)))
        made.append(element("summary", [], note.text), list)
      }
      return made
    }),
  )
}

function drawPanel(view, chosen) {
  const panel = chosen || view.data.rest
  const open = Boolean(chosen)
  const { side, root } = view
  root.classList.toggle("open", open)
  if (!panel) return side.replaceChildren()
  const head = element("h3", [], panel.head)
  head.id = "side-head"
  const bar = element("div", "bar-head")
  bar.append(head)
  if (open) {
    const close = element("button", "close", view.data.words.close)
    close.type = "button"
    close.dataset.act = "close"
    bar.append(close)
  }
  const body = [bar, ...(panel.above || []).map((text) => element("p", "above", text))]
  if (panel.table) {
    const scroll = element("div", "scroll")
    scroll.append(drawTable(panel.table, view.data.words, false))
    body.push(scroll)
  }
  body.push(...(panel.below || []).map((text) => element("p", "below-table", text)))
  side.className = ["side", panel.kind].filter(Boolean).join(" ")
  side.replaceChildren(...body)
  side.setAttribute("role", open && !root.classList.contains("wide") ? "dialog" : "region")
  side.setAttribute("aria-labelledby", "side-head")
  side.removeAttribute("aria-busy")
  side.scrollTop = 0
  if (open && view.asked) {
    view.status.textContent = panel.head
    if (!root.classList.contains("wide")) side.focus({ preventScroll: true })
  }
  view.asked = false
}

function markChosen(view, chosen) {
  for (const old of view.main.querySelectorAll("td.chosen")) old.classList.remove("chosen")
  for (const old of view.main.querySelectorAll("[aria-pressed=true]")) old.setAttribute("aria-pressed", "false")
  for (const key of chosen.names || []) {
    const name = view.main.querySelector(`button.name[data-key="${CSS.escape(key)}"]`)
    if (name) name.setAttribute("aria-pressed", "true")
  }
  if (chosen.code) {
    const at = `button.value[data-key="${CSS.escape(chosen.key)}"][data-code="${CSS.escape(chosen.code)}"]`
    const value = view.main.querySelector(at)
    if (value) value.closest("td").classList.add("chosen")
  }
}

// ---- what a person does

function clicked(view, event) {
  const target = event.target.closest?.("[data-act]")
  if (!target) return
  const { act, key, code } = target.dataset
  if (act === "open" && (event.ctrlKey || event.metaKey || event.shiftKey || event.button)) return
  event.preventDefault()
  if (act === "close") return closePanel(view)
  if (act === "open") return ask(view, { kind: "open", key })
  view.opener = target
  view.asked = true
  rove(view, target)
  view.side.setAttribute("aria-busy", "true")
  if (act === "value") markChosen(view, { key, code })
  ask(view, act === "value" ? { kind: "value", key, code } : { kind: "name", key })
}

function closePanel(view) {
  view.panelId = null
  drawPanel(view, null)
  markChosen(view, {})
  ask(view, { kind: "close" })
  if (view.opener?.isConnected) view.opener.focus({ preventScroll: true })
}

function pressed(view, event) {
  if (event.key === "Escape" && view.root.classList.contains("open")) {
    event.stopPropagation()
    return closePanel(view)
  }
  const button = event.target.closest?.("tbody button.act")
  if (!button || !view.main.contains(button)) return
  const next = neighbour(button, event.key)
  if (!next) return
  event.preventDefault()
  rove(view, next)
  next.focus()
}

// One button of the table is a stop of the Tab key; the arrows move among the others.
function rove(view, button) {
  for (const old of view.main.querySelectorAll('tbody button[tabindex="0"]')) old.tabIndex = -1
  button.tabIndex = 0
}

function neighbour(button, key) {
  const cell = button.closest("td, th")
  const row = cell.parentElement
  if (key === "ArrowLeft" || key === "ArrowRight") {
    const buttons = [...row.querySelectorAll("button.act")]
    return buttons[buttons.indexOf(button) + (key === "ArrowRight" ? 1 : -1)]
  }
  const body = row.parentElement
  const to = { ArrowUp: row.previousElementSibling, ArrowDown: row.nextElementSibling, Home: body.firstElementChild, End: body.lastElementChild }[key]
  return to?.cells[cell.cellIndex]?.querySelector("button.act")
}
