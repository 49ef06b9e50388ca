import { stringify } from 'yaml'

import { spellRef, type ContentRef } from '#/document/references.ts'
import { spellTitle } from '#/page/plain-title.ts'
import type { Entry, JsonValue } from '#/tree/entries.ts'
import { slugify } from '#/tree/slug.ts'
import { slugOf, titleOf } from '#/tree/tree.ts'
import { isRecord } from '#/yaml/read-yaml.ts'

import { pagesInOrder } from '../outline.ts'
import { relativePath } from '../paths.ts'

type Paths = ReadonlyMap<string, string>

/** The table of contents of a tree, for a file in `folder`, with links to the paths of pages. */
export function writeSummary(
  entries: ReadonlyMap<string, Entry>,
  folder: string,
  paths: Paths,
): string {
  const parts = ['# Table of contents\n\n']
  const indents = new Map<string, string>()
  let isInGroup = false
  let isAfterPage = false
  for (const { entry, depth } of pagesInOrder(entries)) {
    const isGroup = entry.kind === 'group'
    // A divider ends the group before a page at the top.
    if (depth === 0 && !isGroup && isInGroup) parts.push('\n***\n\n')
    if (isGroup && isAfterPage) parts.push('\n')
    const indent = indentOf(entry, entries, indents)
    indents.set(entry.id, indent)
    parts.push(indented(linesOf(entry, folder, paths), indent))
    if (depth === 0) isInGroup = isGroup
    isAfterPage = !isGroup
  }
  return parts.join('')
}

/** Two spaces deeper than the page around it; none at the top and directly in a group. */
function indentOf(
  { parent: id }: Entry,
  entries: ReadonlyMap<string, Entry>,
  indents: ReadonlyMap<string, string>,
): string {
  const parent = id === null ? undefined : entries.get(id)
  if (parent === undefined || parent.kind === 'group') return ''
  return `${indents.get(parent.id) ?? ''}  `
}

/** A title in quotes can have line breaks: the lines after them are indented as well. */
function indented(lines: string, indent: string): string {
  return lines
    .split(/(?<=\n|\r(?!\n))/)
    .map((line) => indent + line)
    .join('')
}

function linesOf(entry: Entry, folder: string, paths: Paths): string {
  if (entry.kind === 'group') return `${headingOf(entry)}\n\n`
  if (entry.kind === 'computed') return linesOfComputed(entry)
  const linkTitle = textOf(entry.attributes['linkTitle'])
  const words = spellTitle(titleOf(entry))
  return `* ${spellLink(words, urlOf(entry, folder, paths), linkTitle)}\n`
}

function headingOf(group: Entry): string {
  const title = titleOf(group)
  const slug = slugOf(group) ?? slugify(title)
  const anchor = slug === slugify(title) ? '' : ` <a href="#${slug}" id="${slug}"></a>`
  return `## ${spellTitle(title)}${anchor}`
}

function linesOfComputed({ attributes }: Entry): string {
  const yaml = stringify(attributes['computed'] ?? null, { lineWidth: 0 }).trimEnd()
  const lines = ['* ```yaml', ...yaml.split('\n').map((line) => `  ${line}`), '  ```']
  return lines.map((line) => `${line}\n`).join('')
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

function urlOf(entry: Entry, folder: string, paths: Paths): string | undefined {
  const spellPath = (id: string | undefined) => {
    const path = id === undefined ? undefined : paths.get(id)
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
