import type {
  SemanticChange as Change,
  ValueChange,
} from '@lectern/content/compare/trees.ts'
import type {
  ChangedFile,
  ChangedFileAttributes,
  ChangedPage,
  ChangedPageAttributes,
  ChangedReusableContent,
  ChangedReusableContentAttributes,
  SemanticChange,
} from '@lectern/contract/semantic-changes.ts'

import type { VersionRow } from '#/content-store/branches/public.ts'
import { viewFile } from '#/features/writing/files/public.ts'
import { pathAmong, viewCover, viewLayout } from '#/features/writing/pages/public.ts'
import type { Context } from '#/platform/http/context.ts'

import type { Compared } from './compared-entries.ts'

export interface ChangeScene {
  readonly context: Pick<Context, 'config' | 'signer' | 'caller'>
  readonly spaceId: string
  /** The branches on which the former and the present versions are seen. */
  readonly beforeId: string
  readonly afterId: string
  readonly fileEpoch: number
  readonly compared: Compared
}

export function viewChange(change: Change, scene: ChangeScene): SemanticChange {
  switch (change.type) {
    case 'page_created':
    case 'page_deleted':
    case 'page_edited':
    case 'page_moved':
      return viewPageChange(change, scene)
    case 'file_created':
    case 'file_deleted':
    case 'file_edited':
      return viewFileChange(change, scene)
    case 'variables_edited':
      return {
        type: change.type,
        variables: Object.fromEntries(change.variables.map(sidesByName)),
      }
    default:
      return viewReusableContentChange(change, scene)
  }
}

type PageEdit = Extract<Change, { type: 'page_edited' }>
type PageMove = Extract<Change, { type: 'page_moved' }>
type PageChange =
  | PageEdit
  | PageMove
  | Extract<Change, { type: 'page_created' | 'page_deleted' }>
type FileEdit = Extract<Change, { type: 'file_edited' }>
type FileChange = FileEdit | Extract<Change, { type: 'file_created' | 'file_deleted' }>
type VariablesChange = Extract<Change, { type: 'variables_edited' }>
type ReusableContentChange = Exclude<Change, PageChange | FileChange | VariablesChange>

function viewPageChange(change: PageChange, { compared }: ChangeScene): SemanticChange {
  const page = viewChangedPage(change)
  if (change.type === 'page_edited') {
    return { type: change.type, page, attributes: pageEdit(change) }
  }
  return change.type === 'page_moved'
    ? { type: change.type, page, parent: parentsOf(change, compared) }
    : { type: change.type, page }
}

function viewFileChange(change: FileChange, scene: ChangeScene): SemanticChange {
  const file = viewChangedFile(change.id, scene)
  return change.type === 'file_edited'
    ? { type: change.type, file, attributes: fileEdit(change, scene) }
    : { type: change.type, file }
}

function viewReusableContentChange(
  change: ReusableContentChange,
  scene: ChangeScene,
): SemanticChange {
  const reusableContent = viewChangedReusable(change.id, scene)
  if (change.type !== 'reusable_content_edited') {
    return { type: change.type, reusableContent }
  }
  const attributes = {
    ...pick<ChangedReusableContentAttributes>(change.attributes, ['title']),
    ...(change.body && { document: documentSides(change.body) }),
  }
  return { type: change.type, reusableContent, attributes }
}

function viewChangedPage({ id, kind, title, path }: PageChange): ChangedPage {
  return {
    id,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- changes of pages are about kinds of pages
    type: kind as ChangedPage['type'],
    title,
    ...((kind === 'document' || kind === 'group') && { path }),
  }
}

const pageNames = [
  'title',
  'description',
  'slug',
  'emoji',
  'icon',
  'variables',
  'target',
  'hidden',
  'noIndex',
  'noRobotsIndex',
] as const

function pageEdit({ attributes, body }: PageEdit): ChangedPageAttributes {
  const [cover] = attributes.filter(({ name }) => name === 'cover')
  const [layout] = attributes.filter(({ name }) => name === 'layout')
  return {
    ...pick<ChangedPageAttributes>(attributes, pageNames),
    ...(cover && { cover: mapSides(cover, viewCover) }),
    ...(layout && { layout: mapSides(layout, viewLayout) }),
    ...(body && { document: documentSides(body) }),
  }
}

function parentsOf({ before, after }: PageMove, compared: Compared) {
  const was = parentIn(compared.before, before.parent)
  const is = parentIn(compared.after, after.parent)
  return { ...(was && { before: was }), ...(is && { after: is }) }
}

function parentIn(
  rows: ReadonlyMap<string, VersionRow>,
  id: string | null,
): ChangedPage | undefined {
  const row = id === null ? undefined : rows.get(id)
  return row && parentPage(row, rows)
}

function parentPage(row: VersionRow, rows: ReadonlyMap<string, VersionRow>): ChangedPage {
  return {
    id: row.entry_id,
    type: row.kind === 'group' ? 'group' : 'document',
    title: row.title,
    path: pathAmong(rows, row.entry_id),
  }
}

function rowOf(id: string, { compared }: ChangeScene): VersionRow {
  const row = compared.after.get(id) ?? compared.before.get(id)
  if (row === undefined) throw neitherSide(id)
  return row
}

function neitherSide(id: string): Error {
  return new Error(`A change names ${id}, which is on neither side`)
}

function viewChangedFile(id: string, scene: ChangeScene): ChangedFile {
  const { before, after } = fileSides(id, scene)
  const file = after ?? before
  if (file === undefined) throw neitherSide(id)
  const { name, contentType, downloadURL } = file
  return { id, name, contentType, downloadURL }
}

const fileNames = ['name', 'size', 'contentType'] as const
const dimensionNames: ReadonlySet<string> = new Set(['width', 'height'])

function fileEdit(
  { id, attributes }: FileEdit,
  scene: ChangeScene,
): ChangedFileAttributes {
  const changesSize = attributes.some(({ name }) => dimensionNames.has(name))
  const { before, after } = fileSides(id, scene)
  return {
    ...pick<ChangedFileAttributes>(attributes, fileNames),
    ...(before?.downloadURL !== after?.downloadURL && {
      downloadURL: sides(before?.downloadURL, after?.downloadURL),
    }),
    ...(changesSize && { dimensions: sides(before?.dimensions, after?.dimensions) }),
  }
}

/** The file before and after the change, each with a download URL of its own bytes. */
function fileSides(id: string, scene: ChangeScene) {
  const { context, compared, spaceId, fileEpoch, beforeId, afterId } = scene
  const was = compared.before.get(id)
  const is = compared.after.get(id)
  const view = (row: VersionRow, branchId: string) =>
    viewFile(row, context, { spaceId, branchId, fileEpoch })
  return { before: was && view(was, beforeId), after: is && view(is, afterId) }
}

function viewChangedReusable(id: string, scene: ChangeScene): ChangedReusableContent {
  const { title, document_id: document } = rowOf(id, scene)
  return { id, title, ...(document !== null && { document }) }
}

/**
 * The bodies on both sides of a change; the empty text stands for a missing body, which is left
 * out.
 */
function documentSides({ before, after }: { before: string; after: string }) {
  return sides(before === '' ? undefined : before, after === '' ? undefined : after)
}

function sides<Value>(before: Value | undefined, after: Value | undefined) {
  return {
    ...(before !== undefined && { before }),
    ...(after !== undefined && { after }),
  }
}

function mapSides<Value>(
  { before, after }: ValueChange,
  view: (value: object) => Value,
): { before?: Value; after?: Value } {
  return {
    ...(isObject(before) && { before: view(before) }),
    ...(isObject(after) && { after: view(after) }),
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

function sidesByName({
  name,
  ...change
}: ValueChange): [string, { before?: string; after?: string }] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the values of variables are texts
  return [name, change as { before?: string; after?: string }]
}

/** The changed attributes that are shown as they are stored. */
function pick<Shown extends object>(
  attributes: readonly ValueChange[],
  names: readonly (keyof Shown & string)[],
): Shown {
  const known = new Set<string>(names)
  const chosen = attributes
    .filter(({ name }) => known.has(name))
    .map(({ name, ...change }) => [name, change] as const)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- attributes are validated before they are stored
  return Object.fromEntries(chosen) as Shown
}
