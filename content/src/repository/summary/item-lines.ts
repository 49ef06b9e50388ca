import { stringify } from 'yaml'

import { spellRef, type ContentRef } from '#/document/references.ts'
import { spellTitle } from '#/page/plain-title.ts'
import type { Entry, JsonValue } from '#/tree/entries.ts'
import { slugify } from '#/tree/slug.ts'
import { slugOf, titleOf } from '#/tree/tree.ts'
import { isRecord } from '#/yaml/read-yaml.ts'

import type { RepositoryPlace, RepositoryLayout } from '../layout.ts'
import { folderOf, relativePath } from '../paths.ts'
import type { Summary, SummaryItem } from './summary.ts'

export interface LineContext {
  readonly layout: RepositoryLayout
  readonly paths: ReadonlyMap<string, string>
  readonly summary: Summary
}

/** The lines of an entry: the old ones while they are still right, else new ones. */
export function linesOf(
  context: LineContext,
  entry: Entry,
  item: SummaryItem | undefined,
): string {
  const place = context.layout.places.get(entry.id)
  if (entry.kind === 'group') return linesOfGroup(context, entry, item, place)
  if (entry.kind === 'computed') return linesOfComputed(context, entry, item)
  if (item === undefined || place === undefined) return newLine(context, entry)
  return linesOfLink(context, entry, item, place)
}

function linesOfGroup(
  { summary }: LineContext,
  entry: Entry,
  item: SummaryItem | undefined,
  place: RepositoryPlace | undefined,
): string {
  const title = titleOf(entry)
  const slug = slugOf(entry) ?? slugify(title)
  if (item !== undefined && place?.title === title && place.slug === slug) {
    return item.lines
  }
  const anchor = slug === slugify(title) ? '' : ` <a href="#${slug}" id="${slug}"></a>`
  const rest = item?.lines.slice(item.lines.trimEnd().length)
  return `## ${spellTitle(title)}${anchor}${rest ?? summary.eol + summary.eol}`
}

function linesOfComputed(
  { summary }: LineContext,
  entry: Entry,
  item: SummaryItem | undefined,
): string {
  const computed = entry.attributes['computed'] ?? null
  if (item !== undefined && JSON.stringify(item.computed) === JSON.stringify(computed)) {
    return item.lines
  }
  const indent = item?.indent ?? ''
  const yaml = stringify(computed, { lineWidth: 0 }).trimEnd().split('\n')
  const lines = ['* ```yaml', ...yaml.map((line) => `  ${line}`), '  ```']
  return lines.map((line) => indent + line + summary.eol).join('')
}

function linesOfLink(
  context: LineContext,
  entry: Entry,
  item: SummaryItem,
  place: RepositoryPlace,
): string {
  const title = titleOf(entry)
  const linkTitle = textOf(entry.attributes['linkTitle'])
  const leads = leadsTo(context, entry, place)
  if (title === place.title && linkTitle === place.linkTitle && leads) return item.lines
  const { label, quoted } = shownOf({ title, linkTitle }, item, place)
  const url = leads ? item.url : urlOf(context, entry)
  const link = spellLink(wordsOf(item, label), url, quoted)
  const [start, end] = item.range ?? contentRange(item)
  return item.lines.slice(0, start) + link + item.lines.slice(end)
}

function wordsOf(item: SummaryItem, label: string): string {
  const isSame = label === item.label && item.labelRange !== undefined
  return isSame ? item.lines.slice(...item.labelRange) : spellTitle(label)
}

/** The range between the marker and the line ending of an item without a link. */
function contentRange({ lines }: SummaryItem): readonly [number, number] {
  const marker = /^[ \t]*\S+[ \t]+/.exec(lines)?.[0] ?? ''
  return [marker.length, lines.trimEnd().length]
}

/** The words of a link and its title in quotes: a short title stays in the same one of the two. */
function shownOf(
  wanted: { readonly title: string; readonly linkTitle: string | undefined },
  item: SummaryItem,
  place: RepositoryPlace,
): { readonly label: string; readonly quoted: string | undefined } {
  const { title, linkTitle } = wanted
  const inQuotes = item.title !== undefined || place.linkTitle === undefined
  if (!inQuotes) return { label: linkTitle ?? title, quoted: undefined }
  const label = title === place.title ? item.label : title
  return { label, quoted: linkTitle }
}

function newLine(context: LineContext, entry: Entry): string {
  const { summary } = context
  const marker = /^[ \t]*([*+-])/.exec(
    summary.items.find(({ kind }) => kind === 'link')?.lines ?? '',
  )?.[1]
  const url = urlOf(context, entry)
  const words = spellTitle(titleOf(entry))
  const linkTitle = textOf(entry.attributes['linkTitle'])
  return `${marker ?? '*'} ${spellLink(words, url, linkTitle)}${summary.eol}`
}

function spellLink(
  words: string,
  url: string | undefined,
  title: string | undefined,
): string {
  if (url === undefined) return words
  const isPlain = url !== '' && !/[\s()<>]/.test(url)
  const destination = isPlain
    ? url
    : `<${url.replaceAll(/[<>\r\n]/g, encodeURIComponent)}>`
  const quoted =
    title === undefined ? '' : ` "${title.replaceAll(/["\\]/g, String.raw`\$&`)}"`
  return `[${words}](${destination}${quoted})`
}

/** Whether the target of an entry is still that of its line. */
function leadsTo(context: LineContext, entry: Entry, place: RepositoryPlace): boolean {
  if (entry.kind === 'document') {
    return (context.paths.get(entry.id) ?? place.path) === place.path
  }
  const target = entry.attributes['target'] ?? null
  const page = isRecord(target) ? target['page'] : undefined
  if (JSON.stringify(target) !== JSON.stringify(place.target ?? null)) return false
  if (typeof page !== 'string') return true
  return context.paths.get(page) === context.layout.places.get(page)?.path
}

function urlOf(context: LineContext, entry: Entry): string | undefined {
  const folder = folderOf(context.layout.summaryPath)
  const spellPath = (id: string | undefined) => {
    const path = id === undefined ? undefined : context.paths.get(id)
    return path === undefined ? undefined : relativePath(folder, path)
  }
  if (entry.kind === 'document') return spellPath(entry.id)
  const target = targetOf(entry.attributes['target'])
  if (target === undefined) return ''
  if (target.kind === 'file') return spellPath(target.file) ?? spellRef(target)
  const isHere =
    (target.kind === 'page' || target.kind === 'anchor') && target.space === undefined
  const path = isHere ? spellPath(target.page) : undefined
  if (path === undefined) return spellRef(target)
  return target.kind === 'anchor' ? `${path}#${target.anchor}` : path
}

function targetOf(target: JsonValue | undefined): ContentRef | undefined {
  if (!isRecord(target) || typeof target['kind'] !== 'string') return undefined
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a target is a reference wherever an entry is made; its kind is checked here
  return target as unknown as ContentRef
}

function textOf(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}
