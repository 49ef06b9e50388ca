import { fromMarkdown } from 'mdast-util-from-markdown'
import { lineEndingOf } from '#/text/line-ending.ts'
import { plainTitle, rangeOf } from '#/page/plain-title.ts'
import type { JsonValue } from '#/tree/entries.ts'
import { readYaml } from '#/yaml/read-yaml.ts'
import type { Summary, SummaryItem } from './summary.ts'

const itemLengthMax = 4000
const listItem = /^([ \t]*)(?:[*+-]|\d{1,9}[.)])[ \t]+(?=\S)/
const fenceStart = /^(?:`{3,}|~{3,})/
const heading = /^ {0,3}(#{1,6})[ \t]+(?=\S)/

/** Reads a table of contents. Text that is no item stays in the lines around the items. */
export function readSummary(text: string): Summary {
  const lines = text.match(/[^\r\n]*(?:\r\n|\n|\r)|[^\r\n]+$/g) ?? []
  const state: State = { items: [], open: [], group: null, lead: '', endsGroup: false }
  let index = 0
  while (index < lines.length) index += takeLine(state, lines, index)
  return { items: state.items, footer: state.lead, eol: lineEndingOf(text) }
}

interface State {
  readonly items: SummaryItem[]
  /** The items that may be the parent of the next one, outermost first. */
  open: { readonly index: number; readonly columns: number }[]
  group: number | null
  lead: string
  endsGroup: boolean
}

/** Reads the item or text that begins at a line; returns its number of lines. */
function takeLine(state: State, lines: readonly string[], index: number): number {
  const line = lines[index] ?? ''
  const level = heading.exec(line)?.[1]?.length
  if (level !== undefined && level > 1) return takeGroup(state, lines, index)
  if (isDivider(line)) {
    if (state.group !== null) state.endsGroup = true
    state.group = null
    state.open = []
    state.lead += line
    return 1
  }
  const item = listItem.exec(line)
  if (item !== null) return takeItem(state, lines, index)
  const count = countAside(lines, index)
  state.lead += lines.slice(index, index + count).join('')
  return count
}

function takeGroup(state: State, lines: readonly string[], index: number): number {
  let end = index + 1
  while (end < lines.length && isBlank(lines[end])) end++
  const line = lines[index] ?? ''
  const words = line.replace(heading, '').trim()
  const anchor = /<a [^<>]*>/.exec(words)?.[0] ?? ''
  const slug = /\bid="([^"]+)"/.exec(anchor)?.[1]
  state.group = state.items.length
  state.open = []
  push(state, {
    kind: 'group',
    lines: lines.slice(index, end).join(''),
    indent: '',
    parent: null,
    label: plainTitle(words),
    ...(slug !== undefined && { slug }),
    line: index + 1,
  })
  return end - index
}

function takeItem(state: State, lines: readonly string[], index: number): number {
  const line = lines[index] ?? ''
  const [marker = '', indent = ''] = listItem.exec(line) ?? []
  const parent = openAt(state, indent.replaceAll('\t', '    ').length)
  const fence = fenceStart.exec(line.slice(marker.length))?.[0]
  const end =
    fence === undefined ? endOfItem(lines, index) : endOfFence(lines, index, fence)
  const source = lines.slice(index, end).join('')
  const place = { lines: source, indent, parent, line: index + 1 }
  const computed = fence === undefined ? undefined : readComputed(lines, index + 1, end)
  if (computed === undefined) {
    push(state, { ...place, ...readLink(source, marker.length) })
  } else {
    push(state, { ...place, kind: 'computed', label: '', computed })
  }
  return end - index
}

/** Opens an item at a column and returns its parent. */
function openAt(state: State, columns: number): number | null {
  while ((state.open.at(-1)?.columns ?? -2) + 1 >= columns) state.open.pop()
  const parent = state.open.at(-1)?.index ?? state.group
  state.open.push({ index: state.items.length, columns })
  return parent
}

function push(state: State, item: Omit<SummaryItem, 'lead' | 'endsGroup'>): void {
  state.items.push({ ...item, lead: state.lead, endsGroup: state.endsGroup })
  state.lead = ''
  state.endsGroup = false
}

/** The link of an item, or its words if it has no link. */
function readLink(
  source: string,
  from: number,
): Pick<SummaryItem, 'kind' | 'label' | 'url' | 'title' | 'range' | 'labelRange'> {
  const content = source.slice(from)
  if (content.length > itemLengthMax) return { kind: 'text', label: content.trim() }
  const [paragraph] = fromMarkdown(content).children
  const phrasing = paragraph?.type === 'paragraph' ? paragraph.children : []
  const link = phrasing.find((each) => each.type === 'link')
  if (link === undefined) return { kind: 'text', label: plainTitle(content) }
  const { start, end } = rangeOf(link)
  const first = link.children[0]
  const last = link.children.at(-1)
  const labelStart = first === undefined ? start + 1 : rangeOf(first).start
  const labelEnd = last === undefined ? start + 1 : rangeOf(last).end
  return {
    kind: 'link',
    label: plainTitle(content.slice(labelStart, labelEnd)),
    url: link.url,
    ...(typeof link.title === 'string' && { title: link.title }),
    range: [from + start, from + end],
    labelRange: [from + labelStart, from + labelEnd],
  }
}

function readComputed(
  lines: readonly string[],
  start: number,
  end: number,
): JsonValue | undefined {
  const yaml = lines.slice(start, end - 1)
  const indent = /^[ \t]*/.exec(yaml[0] ?? '')?.[0].length ?? 0
  const reading = readYaml(yaml.map((line) => line.slice(indent)).join(''))
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what a YAML mapping gives is JSON
  return 'problem' in reading ? undefined : (reading.values as JsonValue)
}

/** The end of an item, which includes later lines that are indented deeper and begin no item. */
function endOfItem(lines: readonly string[], index: number): number {
  let end = index + 1
  while (end < lines.length && continues(lines[end] ?? '')) end++
  return end
}

function continues(line: string): boolean {
  return /^[ \t]+[^\s<]/.test(line) && !listItem.test(line) && !isDivider(line)
}

function endOfFence(lines: readonly string[], index: number, fence: string): number {
  let end = index + 1
  while (end < lines.length && !(lines[end] ?? '').trimStart().startsWith(fence)) end++
  return Math.min(end + 1, lines.length)
}

/** The number of lines of a text between items: a comment or a code block, else one line. */
function countAside(lines: readonly string[], index: number): number {
  const start = (lines[index] ?? '').trimStart()
  const fence = fenceStart.exec(start)?.[0]
  if (fence !== undefined) return endOfFence(lines, index, fence) - index
  if (!start.startsWith('<!--')) return 1
  let end = index
  while (end < lines.length && !(lines[end] ?? '').includes('-->')) end++
  return end < lines.length ? end - index + 1 : 1
}

function isDivider(line: string): boolean {
  return /^(?:\*{3,}|-{3,}|_{3,})$/.test(line.replaceAll(/[ \t\r\n]/g, ''))
}

function isBlank(line: string | undefined): boolean {
  return line !== undefined && line.trim() === ''
}
