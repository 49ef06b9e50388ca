/** The least cost of reading one line, in microseconds. */
export function lineEffort(line: string): number {
  const effort =
    line.trim() === '' ? blankEffort : fullEffort + line.length * characterEffort
  return effort + tabsIn(line) * tabEffort
}

/** The number of tabs, each of which the parser expands to up to four characters. */
function tabsIn(line: string): number {
  let count = 0
  for (let at = line.indexOf('\t'); at !== -1; at = line.indexOf('\t', at + 1)) count++
  return count
}

const blankEffort = 3
const fullEffort = 15
const characterEffort = 0.3
const tabEffort = 3

/** The container signs at the start of a line, and the column of the text after them. */
export interface LineShape {
  readonly indent: number
  readonly quotes: number
  readonly bullets: number
  readonly content: number
}

const marker = /[ \t]*(?:(>)|([-+*]|\d{1,9}[.)])(?=[ \t]|$)|(\[\^[^\]\s]{1,999}\]:))/y

export function shapeOf(line: string): LineShape {
  let quotes = 0
  let bullets = 0
  let content = 0
  const indent = line.length - line.trimStart().length
  marker.lastIndex = 0
  for (let match = marker.exec(line); match !== null; match = marker.exec(line)) {
    if (match[1] === undefined) bullets++
    else quotes++
    content = marker.lastIndex
  }
  return { indent, quotes, bullets, content }
}
