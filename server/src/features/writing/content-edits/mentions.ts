import { variablesId } from '#/content-store/entries/public.ts'

import { type NamedChange, type NamedChanges } from './named-changes.ts'

/** The entries that a list of changes mentions, and that are read for it. */
export interface Mentions {
  readonly ids: readonly string[]
  /** The entries whose text is edited. */
  readonly texts: readonly string[]
  /** The parents whose children are put in order; an empty id is the top level. */
  readonly parents: readonly string[]
  /** The pages that get another name or place among their siblings. */
  readonly beside: readonly string[]
  readonly deleted: readonly string[]
  /** Pairs of an entry and the base text that a change names for it. */
  readonly bases: readonly { readonly entryId: string; readonly documentId: string }[]
  readonly reverted: readonly Reverted[]
}

export interface Reverted {
  readonly index: number
  readonly entryId: string
  readonly revisionId: string | null
}

export function mentionsOf({ changes, made }: NamedChanges): Mentions {
  const old = (ids: Iterable<string>) => [...new Set(ids)].filter((id) => !made.has(id))
  return {
    ids: old(changes.flatMap(idsIn)),
    texts: old(changes.flatMap(textsIn)),
    parents: old(changes.flatMap(parentsIn)),
    beside: old(changes.flatMap(besideIn)),
    deleted: old(
      changes.flatMap(({ change }) =>
        change.operation === 'delete_page' ? [change.page] : [],
      ),
    ),
    bases: changes.flatMap(basesIn),
    reverted: changes.flatMap(({ index, change }) =>
      change.operation === 'revert_page'
        ? [{ index, entryId: change.page, revisionId: change.revision ?? null }]
        : [],
    ),
  }
}

function idsIn({ change }: NamedChange): readonly string[] {
  const ids: string[] = []
  if ('page' in change) ids.push(change.page)
  if ('file' in change) ids.push(change.file)
  if ('reusableContent' in change) ids.push(change.reusableContent)
  if ('into' in change && typeof change.into === 'string') ids.push(change.into)
  if (change.operation === 'set_variables') ids.push(variablesId)
  const document = 'document' in change ? change.document : undefined
  if (document !== undefined && 'nodes' in document) collectRefs(document.nodes, ids)
  return ids
}

/** Collects the ids in the references of a tree; mistakes in the tree are found when it is read. */
function collectRefs(value: unknown, ids: string[]): void {
  if (typeof value !== 'object' || value === null) return
  if (Array.isArray(value)) {
    for (const each of value) collectRefs(each, ids)
    return
  }
  const isRef = 'kind' in value && !('space' in value && value.space !== undefined)
  for (const [key, part] of Object.entries(value)) {
    if (typeof part === 'object') collectRefs(part, ids)
    else if (isRef && typeof part === 'string' && refKeys.has(key)) ids.push(part)
  }
}
const refKeys = new Set(['page', 'file', 'reusableContent'])

function textsIn({ change }: NamedChange): readonly string[] {
  switch (change.operation) {
    case 'update_block':
    case 'insert_blocks':
    case 'delete_blocks':
    case 'revert_page':
      return [change.page]
    case 'update_page':
      return change.document === undefined ? [] : [change.page]
    case 'update_reusable_content':
      return change.document === undefined ? [] : [change.reusableContent]
    default:
      return []
  }
}

function parentsIn({ change }: NamedChange): readonly string[] {
  switch (change.operation) {
    case 'insert_page':
    case 'insert_link':
    case 'insert_computed':
      return [change.into ?? '']
    case 'insert_group':
    case 'revert_page':
      return ['']
    case 'update_page':
    case 'move_page':
      return change.into === undefined ? [] : [change.into ?? '']
    default:
      return []
  }
}

function besideIn({ change }: NamedChange): readonly string[] {
  if (change.operation === 'move_page') return [change.page]
  if (change.operation !== 'update_page') return []
  const { title, slug, at, into } = change
  const isPlaced = [title, slug, at, into].some((each) => each !== undefined)
  return isPlaced ? [change.page] : []
}

function basesIn({ change }: NamedChange) {
  if (!('base' in change) || change.base === undefined) return []
  const entryId = 'page' in change ? change.page : change.reusableContent
  return [{ entryId, documentId: change.base }]
}
