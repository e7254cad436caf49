// Hands a panel to the table that it belongs to, and the table's clicks to Python. It draws nothing itself.
const MEETING = (window.__chessdashTables ??= new Map())

export default function ({ data, setTriggerValue }) {
  if (!data) return
  if (!MEETING.has(data.of)) MEETING.set(data.of, {})
  const place = MEETING.get(data.of)
  place.panel = data
  place.send = (value) => setTriggerValue("ask", value)
  place.show?.(data)
  if (!place.waiting) return
  place.send(place.waiting)
  place.waiting = null
}
