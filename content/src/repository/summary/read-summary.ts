import { fromMarkdown } from 'mdast-util-from-markdown'
import { plainTitle, rangeOf } from '#/page/plain-title.ts'
import type { JsonValue } from '#/tree/entries.ts'
import { readYaml } from '#/yaml/read-yaml.ts'
import type { SummaryItem } from './summary.ts'

const itemLengthMax = 4000
const listItem = /^([ \t]*)(?:[*+-]|\d{1,9}[.)])[ \t]+(?=\S)/
const fenceStart = /^(?:`{3,}|~{3,})/
const heading = /^ {0,3}(#{1,6})[ \t]+(?=\S)/

/** The items of a table of contents. Text that is no item is left out. */
export function readSummary(text: string): readonly SummaryItem[] {
  const lines = text.match(/[^\r\n]*(?:\r\n|\n|\r)|[^\r\n]+$/g) ?? []
  const state: State = { items: [], open: [], group: null }
  let index = 0
  while (index < lines.length) index += takeLine(state, lines, index)
  return state.items
}

interface State {
  readonly items: SummaryItem[]
  /** The items that may be the parent of the next one, outermost first. */
  open: { readonly index: number; readonly columns: number }[]
  group: number | null
}

/** Reads the item or text that begins at a line; returns its number of lines. */
function takeLine(state: State, lines: readonly string[], index: number): number {
  const line = lines[index] ?? ''
  const level = heading.exec(line)?.[1]?.length
  if (level !== undefined && level > 1) return takeGroup(state, lines, index)
  if (isDivider(line)) {
    state.group = null
    state.open = []
    return 1
  }
  return listItem.test(line) ? takeItem(state, lines, index) : countAside(lines, index)
}

function takeGroup(state: State, lines: readonly string[], index: number): number {
  const line = lines[index] ?? ''
  const words = line.replace(heading, '').trim()
  const anchor = /<a [^<>]*>/.exec(words)?.[0] ?? ''
  const slug = /\bid="([^"]+)"/.exec(anchor)?.[1]
  state.group = state.items.length
  state.open = []
  state.items.push({
    kind: 'group',
    parent: null,
    label: plainTitle(words),
    ...(slug !== undefined && { slug }),
    line: index + 1,
  })
  return 1
}

function takeItem(state: State, lines: readonly string[], index: number): number {
  const line = lines[index] ?? ''
  const [marker = '', indent = ''] = listItem.exec(line) ?? []
  const parent = openAt(state, indent.replaceAll('\t', '    ').length)
  const fence = fenceStart.exec(line.slice(marker.length))?.[0]
  const end =
    fence === undefined ? endOfItem(lines, index) : endOfFence(lines, index, fence)
  const source = lines.slice(index, end).join('')
  const place = { parent, line: index + 1 }
  const computed = fence === undefined ? undefined : readComputed(lines, index + 1, end)
  if (computed === undefined) {
    state.items.push({ ...place, ...readLink(source.slice(marker.length)) })
  } else {
    state.items.push({ ...place, kind: 'computed', label: '', computed })
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

/** The link of an item, or its words if it has no link. */
function readLink(
  content: string,
): Pick<SummaryItem, 'kind' | 'label' | 'url' | 'title'> {
  if (content.length > itemLengthMax) return { kind: 'text', label: content.trim() }
  const [paragraph] = fromMarkdown(content).children
  const phrasing = paragraph?.type === 'paragraph' ? paragraph.children : []
  const link = phrasing.find((each) => each.type === 'link')
  if (link === undefined) return { kind: 'text', label: plainTitle(content) }
  const { start } = rangeOf(link)
  const first = link.children[0]
  const last = link.children.at(-1)
  const labelStart = first === undefined ? start + 1 : rangeOf(first).start
  const labelEnd = last === undefined ? start + 1 : rangeOf(last).end
  return {
    kind: 'link',
    label: plainTitle(content.slice(labelStart, labelEnd)),
    url: link.url,
    ...(typeof link.title === 'string' && { title: link.title }),
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
