import type { AssetRef } from '@lectern/content/document/references.ts'
import { resolveRef } from '@lectern/content/look/resolve-ref.ts'
import { type PageCover, readAttributes } from '@lectern/content/page/page-attributes.ts'
import { readFrontMatter, splitHead } from '@lectern/content/page/page-head.ts'
import { joinPage } from '@lectern/content/page/page-file.ts'
import { setAttributes } from '@lectern/content/page/set-attributes.ts'
import { relativePath, folderOf } from '@lectern/content/repository/paths.ts'
import { writeStructure } from '@lectern/content/repository/write-structure.ts'
import type { Entry, JsonValue } from '@lectern/content/tree/entries.ts'

import type { VersionRow } from '#/content-store/branches/public.ts'
import { selectTexts } from '#/content-store/documents/public.ts'
import { variablesId } from '#/content-store/entries/public.ts'
import { keyOfTarget, respellLinksTask } from '#/content-store/links/public.ts'
import type { Context } from '#/platform/http/context.ts'

import type { ExportedFile } from './archive-stream.ts'
import { type ExportLayout, layoutOf } from './export-layout.ts'

type Reading = Pick<Context, 'db' | 'threads' | 'storage'>

interface AtRevision {
  readonly organizationId: string
  readonly spaceId: string
  readonly number: number
  readonly movedNumber: number
}

/** The number of texts, of a megabyte each at most, that are in memory together. */
const textsAtOnce = 32

/** The files of a space as a Git repository would hold them. Texts are read a few at a time. */
export async function* filesOfSpace(
  context: Reading,
  at: AtRevision,
  rows: readonly VersionRow[],
): AsyncGenerator<ExportedFile> {
  const entries = new Map(rows.flatMap(entryOf).map((entry) => [entry.id, entry]))
  const layout = layoutOf(entries)
  const paths = new Map([...layout.places].map(([id, { path }]) => [id, path]))
  const structure = writeStructure(
    { entries, variables: variablesIn(rows) },
    layout,
    paths,
  )
  for (const [path, text] of structure) yield { path, bytes: Buffer.from(text) }
  const texts = [
    ...layout.pages.filter(({ kind }) => kind === 'document'),
    ...entries.values().filter(({ kind }) => kind === 'reusable-content'),
  ]
  for (let start = 0; start < texts.length; start += textsAtOnce) {
    yield* textsOf(context, at, layout, texts.slice(start, start + textsAtOnce))
  }
  for (const entry of entries.values()) {
    if (entry.kind === 'file') yield fileOf(context, entry, layout)
  }
}

function entryOf(row: VersionRow): Entry[] {
  const { kind, parent_id: parent, position, slug, title } = row
  if (kind === 'variables') return []
  const named = kind === 'file' ? { name: title } : { title }
  return [
    {
      id: row.entry_id,
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a check constraint holds the column to these
      kind: kind as Entry['kind'],
      parent: parent === '' ? null : parent,
      position,
      attributes: { ...attributesOf(row), ...named, ...(slug !== null && { slug }) },
    },
  ]
}

function attributesOf(row: VersionRow): Entry['attributes'] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only the store writes this column
  return row.attributes as Entry['attributes']
}

function variablesIn(rows: readonly VersionRow[]): Record<string, string> {
  const row = rows.find(({ entry_id: id }) => id === variablesId)
  const attributes = Object.entries(row === undefined ? {} : attributesOf(row))
  return Object.fromEntries(attributes.map(([name, value]) => [name, textOf(value)]))
}

async function* textsOf(
  context: Reading,
  at: AtRevision,
  layout: ExportLayout,
  entries: readonly Entry[],
): AsyncGenerator<ExportedFile> {
  const { places, displaced } = layout
  const ids = entries.map(({ id }) => id)
  const withLinks = displaced.size > 0
  const rows = await context.db.many(selectTexts, { ...at, ids, withLinks })
  const byId = new Map(rows.map((row) => [row.entry_id, row]))
  for (const entry of entries) {
    const row = byId.get(entry.id)
    const path = places.get(entry.id)?.path
    if (row === undefined || path === undefined) {
      throw new Error('What is exported is no longer stored')
    }
    const head = headOf(entry, row.head ?? '', path, layout)
    const body = await bodyOf(context, at, { row, path, layout })
    yield { path, bytes: Buffer.from(joinPage(head, body)) }
  }
}

interface TextToWrite {
  readonly row: {
    readonly entry_id: string
    readonly markdown: string | null
    readonly is_stale: boolean
    readonly links: Parameters<typeof linkedKeys>[0] | null
  }
  readonly path: string
  readonly layout: ExportLayout
}

/**
 * The Markdown of a text as stored; its links are spelled anew where it or a linked entry has moved
 * or is written elsewhere.
 */
async function bodyOf(
  { threads }: Reading,
  at: AtRevision,
  { row, path: file, layout: { places, displaced } }: TextToWrite,
): Promise<string> {
  const markdown = row.markdown ?? ''
  const links = row.links ?? []
  const keys = linkedKeys(links)
  const isElsewhere =
    displaced.has(row.entry_id) || keys.some((key) => displaced.has(idOf(key)))
  if (keys.length === 0 || (!row.is_stale && !isElsewhere)) return markdown
  const targets = Object.fromEntries(
    keys.flatMap((key) => {
      const place = places.get(idOf(key))
      return place === undefined ? [] : [[key, place]]
    }),
  )
  return threads.run(at, respellLinksTask, { markdown, links, file, targets })
}

function idOf(key: string): string {
  return key.slice(key.indexOf('/') + 1)
}

function linkedKeys(links: readonly Parameters<typeof keyOfTarget>[0][]): string[] {
  return [...new Set(links.flatMap((link) => keyOfTarget(link) ?? []))]
}

/**
 * The head of a page. A cover with the id of a file is written with its path, which readers of
 * files can follow.
 */
function headOf(
  { attributes }: Entry,
  head: string,
  path: string,
  { places }: ExportLayout,
): string {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the contract gives covers no other shape
  const cover = attributes['cover'] as unknown as PageCover | undefined
  if (cover?.ref?.kind !== 'file' && cover?.refDark?.kind !== 'file') return head
  const written = writtenCover(head)
  const spell = (ref: AssetRef, before: AssetRef | undefined): AssetRef => {
    const place = ref.kind === 'file' ? places.get(ref.file) : undefined
    if (place === undefined) return ref
    if (before !== undefined && leadsTo(before, path, place.path)) return before
    return { kind: 'url', url: relativePath(folderOf(path), place.path) }
  }
  const spelled = {
    ...cover,
    ...(cover.ref && { ref: spell(cover.ref, written?.ref) }),
    ...(cover.refDark && { refDark: spell(cover.refDark, written?.refDark) }),
  }
  return setAttributes(head, { cover: spelled })
}

/** The cover as the head of a page spells it. */
function writtenCover(head: string): PageCover | undefined {
  const reading = readFrontMatter(splitHead(head).parts)
  return 'problem' in reading ? undefined : readAttributes(reading).attributes.cover
}

/** Whether a page already names a file by a path, in whichever spelling: it then stays as it is. */
function leadsTo(ref: AssetRef, from: string, to: string): boolean {
  const { target } = resolveRef(
    ref,
    { file: from },
    {
      pageByFile: () => undefined,
      pageByAddress: () => undefined,
      fileByPath: (path) => (path === to ? to : undefined),
      reusableContentByPath: () => undefined,
    },
  )
  return ref.kind === 'url' && target?.kind === 'file'
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : ''
}

function fileOf(
  { storage }: Reading,
  { id, attributes }: Entry,
  { places }: ExportLayout,
): ExportedFile {
  const { key, size } = attributes
  return {
    path: places.get(id)?.path ?? '',
    sizeBytes: Number(size),
    open: async () => {
      const stored = await storage.get(textOf(key))
      if (stored === undefined) throw new Error('A stored file is missing')
      return stored.body
    },
  }
}
