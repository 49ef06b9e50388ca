import type { Entry } from '#/tree/entries.ts'

import type { RepositoryLayout } from '../layout.ts'
import { pagesInOrder } from '../outline.ts'
import { linesOf, type LineContext } from './item-lines.ts'
import type { Summary, SummaryItem } from './summary.ts'

const newSummary: Summary = { items: [], footer: '# Table of contents\n\n', eol: '\n' }

/** The table of contents of a tree: the lines of unchanged pages stay as they are. */
export function writeSummary(
  entries: ReadonlyMap<string, Entry>,
  layout: RepositoryLayout,
  paths: ReadonlyMap<string, string>,
): string {
  const summary = layout.summary ?? newSummary
  const { items, leads, footer } = oldLines(summary, layout.itemEntries, entries)
  const indents = new Map<string, string>()
  const context: LineContext = { layout, paths, summary }
  const text = textBuilder(summary)
  let afterGroup = false
  for (const { entry, depth } of pagesInOrder(entries)) {
    const item = items.get(entry.id)
    const oldIndent = item?.indent ?? ''
    const above = aboveIndent(entry, entries, indents)
    const stays = keepsIndent(entry, item, above, context)
    const indent = stays ? oldIndent : deeper(above)
    indents.set(entry.id, indent)
    const needsDivider = depth === 0 && entry.kind !== 'group' && afterGroup
    if (item === undefined) addNewLead(text, entry, needsDivider)
    else addOldLead(text, item, leads.get(entry.id), needsDivider)
    text.add(reindent(linesOf(context, entry, item), oldIndent, indent))
    if (depth === 0) afterGroup = entry.kind === 'group'
  }
  text.add(footer)
  return text.whole()
}

interface TextBuilder {
  readonly add: (text: string) => void
  readonly eol: string
  readonly endsInBlank: () => boolean
  readonly endsInHeading: () => boolean
  readonly whole: () => string
}

const tailLength = 400

/** Collects a summary; looks only at its tail, so that not all of it is searched for each line. */
function textBuilder({ items, footer, eol }: Summary): TextBuilder {
  const start = items[0]?.lead ?? footer
  const parts = [start]
  let tail = start.slice(-tailLength)
  return {
    eol,
    add(text) {
      if (text === '') return
      const ended = tail === '' || /[\r\n\uFEFF]$/.test(tail)
      const added = ended ? text : eol + text
      parts.push(added)
      tail = (tail + added).slice(-tailLength)
    },
    endsInBlank: () =>
      tail === '' || /(?:\r\n|\n|\r(?!\n))[ \t]*(?:\r\n|\n|\r)$/.test(tail),
    endsInHeading: () =>
      tail
        .trimEnd()
        .split(/[\r\n]/)
        .at(-1)
        ?.startsWith('#') === true,
    whole: () => parts.join(''),
  }
}

interface OldLines {
  readonly items: ReadonlyMap<string, SummaryItem>
  /** The lines before each item. */
  readonly leads: ReadonlyMap<string, string>
  readonly footer: string
}

/** The old lines by entry. A comment outlives the item below it. */
function oldLines(
  summary: Summary,
  ids: readonly string[],
  entries: ReadonlyMap<string, Entry>,
): OldLines {
  const items = new Map<string, SummaryItem>()
  const leads = new Map<string, string>()
  let orphaned = ''
  for (const [index, item] of summary.items.entries()) {
    const id = ids[index] ?? ''
    items.set(id, item)
    // The lines before the first item are the start of the file, whichever item comes first.
    if (index === 0) continue
    if (entries.has(id)) {
      leads.set(id, orphaned + item.lead)
      orphaned = ''
    } else if (item.lead.trim() !== '' && !item.endsGroup) {
      orphaned += item.lead
    }
  }
  const footer = summary.items.length === 0 ? '' : orphaned + summary.footer
  return { items, leads, footer }
}

function addOldLead(
  text: TextBuilder,
  item: SummaryItem,
  lead = '',
  needsDivider = false,
): void {
  if (item.endsGroup && !needsDivider) return
  if (needsDivider && !item.endsGroup) text.add(divider(text.eol))
  if (lead.trim() !== '' || !text.endsInBlank()) text.add(lead)
}

function addNewLead(text: TextBuilder, entry: Entry, needsDivider: boolean): void {
  if (needsDivider) text.add(divider(text.eol))
  const needsBlank = entry.kind === 'group' || text.endsInHeading()
  if (needsBlank && !text.endsInBlank()) text.add(text.eol)
}

function divider(eol: string): string {
  return `${eol}***${eol}${eol}`
}

/** The indentation of the enclosing entry; undefined at the top and directly in a group. */
function aboveIndent(
  entry: Entry,
  entries: ReadonlyMap<string, Entry>,
  indents: ReadonlyMap<string, string>,
): string | undefined {
  const parent = entry.parent === null ? undefined : entries.get(entry.parent)
  return parent === undefined || parent.kind === 'group'
    ? undefined
    : indents.get(parent.id)
}

/** Whether an item keeps its indentation: it stays in its parent, and the parent keeps its own. */
function keepsIndent(
  entry: Entry,
  item: SummaryItem | undefined,
  above: string | undefined,
  { layout, summary }: LineContext,
): boolean {
  if (item === undefined) return false
  if (layout.places.get(entry.id)?.parent !== entry.parent) return false
  const oldParent = item.parent === null ? undefined : summary.items[item.parent]
  return above === undefined || oldParent?.indent === above
}

function deeper(above: string | undefined): string {
  return above === undefined ? '' : `${above}  `
}

function reindent(lines: string, from: string, to: string): string {
  if (from === to) return lines
  return lines
    .split(/(?<=\n|\r(?!\n))/)
    .map((line) => (line.startsWith(from) ? to + line.slice(from.length) : line))
    .join('')
}
