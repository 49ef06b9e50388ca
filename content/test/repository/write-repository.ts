import { type AssetRef, spellRef } from '#/document/references.ts'
import { attributeNames, mapCover, readAsset } from '#/page/page-attributes.ts'
import { joinPage, splitPage } from '#/page/page-file.ts'
import {
  setAttributes,
  setIncludeTitle,
  type AttributeChanges,
} from '#/page/set-attributes.ts'
import type { ContentTree, Entry } from '#/tree/entries.ts'
import { titleOf } from '#/tree/tree.ts'
import { setYamlValues } from '#/yaml/edit-yaml.ts'
import { configPath } from '#/repository/config.ts'
import { followMoves, followPlain, movesOf, type Moves } from './follow-moves.ts'
import {
  decode,
  encode,
  type RepositoryPlace,
  type RepositoryLayout,
} from '#/repository/layout.ts'
import { outlineOf } from '#/repository/outline.ts'
import { relativePath, resolvePath } from '#/repository/paths.ts'
import { placeEntries } from './place-entries.ts'
import { writeSummary } from '#/repository/summary/write-summary.ts'
import { writeVariables } from '#/repository/variables.ts'

/** The bytes of a file entry that the layout does not have, such as a later upload. */
export type FileBytes = (entry: Entry) => Uint8Array | undefined

/**
 * The files of a repository with this tree. Unchanged entries keep their path and their bytes; a
 * page that was added, moved, renamed or deleted changes its own lines of the summary.
 */
export function writeRepository(
  tree: ContentTree,
  layout: RepositoryLayout,
  fileBytes: FileBytes = () => undefined,
): Map<string, Uint8Array> {
  const files = new Map(layout.kept)
  const paths = placeEntries(tree, layout)
  const moves = movesOf(layout, paths)
  for (const [id, path] of paths) {
    const entry = tree.entries.get(id)
    if (entry === undefined) continue
    const place = layout.places.get(id)
    const bytes =
      entry.kind === 'file'
        ? bytesOfFile(entry, place, fileBytes)
        : bytesOfText(entry, place, path, moves)
    if (bytes !== undefined) files.set(path, bytes)
  }
  const summary = summaryOf(tree, layout, paths)
  const write = (path: string, text: string) =>
    files.set(path, encode(text, files.get(path)))
  if (summary !== undefined) write(layout.summaryPath, summary)
  const variables = writeVariables(
    textAt(files, layout.variablesPath),
    layout.variables,
    tree.variables,
  )
  if (variables !== textAt(files, layout.variablesPath)) {
    if (variables.trim() === '') files.delete(layout.variablesPath)
    else write(layout.variablesPath, variables)
  }
  const config = writeConfig(textAt(files, configPath), layout, moves)
  if (config !== textAt(files, configPath)) write(configPath, config)
  return files
}

/** The summary; undefined where none is needed, as the folders already give the structure. */
function summaryOf(
  tree: ContentTree,
  layout: RepositoryLayout,
  paths: ReadonlyMap<string, string>,
): string | undefined {
  const inferred =
    layout.summary === undefined && outlineOf(tree.entries) === layout.outline
  return inferred ? undefined : writeSummary(tree.entries, layout, paths)
}

function bytesOfFile(
  entry: Entry,
  place: RepositoryPlace | undefined,
  fileBytes: FileBytes,
): Uint8Array {
  const bytes = fileBytes(entry) ?? place?.bytes
  if (bytes !== undefined) return bytes
  throw new Error(`The bytes of the file ${titleOf(entry)} are not at hand`)
}

function bytesOfText(
  entry: Entry,
  place: RepositoryPlace | undefined,
  path: string,
  moves: Moves,
): Uint8Array | undefined {
  const from = place?.path ?? path
  const follow = (ref: AssetRef) =>
    readAsset(followPlain(spellRef(ref), from, path, moves))
  const head =
    entry.kind === 'document'
      ? headOfPage(entry, place, follow)
      : headOfInclude(entry, place)
  const body = followMoves(entry.body ?? '', from, path, moves)
  const text = joinPage(head, body)
  // A page that is listed but missing stays missing while it has no content.
  if (place?.exists === false && text === '') return undefined
  return text === place?.text ? place.bytes : encode(text)
}

function headOfPage(
  entry: Entry,
  place: RepositoryPlace | undefined,
  follow: (ref: AssetRef) => AssetRef,
): string {
  const head = entry.head ?? ''
  const title = titleOf(entry)
  const { cover, ...others } = changesOf(entry)
  const changes = { ...others, cover: cover ? mapCover(cover, follow) : null }
  // Without a heading, the title is the one of the file name or the summary.
  const isSaid = splitPage(head).title === undefined && place?.title === title
  return setAttributes(head, isSaid ? changes : { ...changes, title })
}

function headOfInclude(entry: Entry, place: RepositoryPlace | undefined): string {
  const title = titleOf(entry)
  return place?.title === title
    ? (entry.head ?? '')
    : setIncludeTitle(entry.head ?? '', title)
}

/** All attributes that a head can have, with the entry's values; null for a missing one. */
function changesOf(entry: Entry): AttributeChanges {
  const values = attributeNames.map((name) => [name, entry.attributes[name] ?? null])
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- attributes of these names have the shapes of a page file wherever an entry is made
  return Object.fromEntries(values) as AttributeChanges
}

/** The configuration with redirects to the new paths of moved pages. */
function writeConfig(text: string, layout: RepositoryLayout, { moved }: Moves): string {
  const followed = Object.entries(layout.redirects).flatMap(([from, to]) => {
    const path = moved.get(resolvePath(layout.root, to) ?? '')
    return path === undefined ? [] : [[from, relativePath(layout.root, path)] as const]
  })
  return setYamlValues(text, ['redirects'], new Map(followed))
}

function textAt(files: ReadonlyMap<string, Uint8Array>, path: string): string {
  const bytes = files.get(path)
  return bytes === undefined ? '' : decode(bytes).text
}
