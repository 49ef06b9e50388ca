import { conditionProblem } from '@lectern/content/expressions/conditions.ts'
import { slugify, slugOfFile } from '@lectern/content/tree/slug.ts'

import {
  type EntryKind,
  type EntryState,
  isPageKind,
  stateOfRow,
} from '#/content-store/entries/public.ts'
import { boundedSlug } from '#/content-store/write/public.ts'

import type { Ingredients, MadeChange } from './apply-changes.ts'
import { invalidChange, invalidCondition, pageCycle } from './content-edit-errors.ts'
import { type Draft, isInside, place, remove, rename } from './draft.ts'
import type { ChangeOf, NamedChange } from './named-changes.ts'
import { changedAttributes, plainTitle } from './page-metadata.ts'

type PageChange = ChangeOf<
  | 'insert_page'
  | 'insert_group'
  | 'insert_link'
  | 'insert_computed'
  | 'update_page'
  | 'delete_page'
  | 'move_page'
  | 'revert_page'
  | 'update_block'
  | 'insert_blocks'
  | 'delete_blocks'
>
interface NamedPageChange extends NamedChange {
  readonly change: PageChange
}

export function applyPageChange(
  draft: Draft,
  named: NamedPageChange,
  ingredients: Ingredients,
): MadeChange {
  const { index, change } = named
  checkCondition(index, change)
  switch (change.operation) {
    case 'insert_page':
    case 'insert_group':
    case 'insert_link':
      return insert(draft, named, change, ingredients)
    case 'insert_computed':
      return insertGroup(draft, index, change, ingredients)
    case 'delete_page': {
      const { id, kind } = pageIn(draft, index, change.page)
      remove(draft, id, kind)
      return { operation: change.operation, page: id }
    }
    case 'update_page':
      return update(draft, index, change, ingredients)
    case 'move_page': {
      const { id } = pageIn(draft, index, change.page)
      move(draft, index, id, change)
      return { operation: change.operation, page: id }
    }
    case 'revert_page':
      return revert(draft, index, change, ingredients)
    default: {
      const { id } = documentIn(draft, index, change.page)
      return { operation: change.operation, page: id, ...setText(draft, id, ingredients) }
    }
  }
}

/** Refuses a condition that nobody could satisfy, since it cannot be evaluated. */
function checkCondition(index: number, change: PageChange): void {
  const { condition } = { condition: null, ...change }
  const problem = condition === null ? undefined : conditionProblem(condition)
  if (problem === undefined) return
  const { message, at } = problem
  const said = `has a condition that cannot be read: ${message}, at character ${at + 1}.`
  throw invalidCondition(index, said)
}

function pageIn(draft: Draft, index: number, id: string): EntryState {
  const entry = draft.now.get(id)
  if (entry !== undefined && isPageKind(entry.kind)) return entry
  throw invalidChange(index, `names the page "${id}", which is not in this space`)
}

function documentIn(draft: Draft, index: number, id: string): EntryState {
  const entry = pageIn(draft, index, id)
  if (entry.kind === 'document') return entry
  throw invalidChange(index, `changes the text of "${id}", which is a ${entry.kind}`)
}

/** The id of the parent, empty for the top level; refuses a parent that takes no pages. */
function parentIn(
  draft: Draft,
  { index, kind, into }: { index: number; kind: EntryKind; into: string | null },
): string {
  if (into === null) return ''
  const parent = pageIn(draft, index, into)
  if (kind === 'group') throw invalidChange(index, 'puts a group into something')
  if (parent.kind === 'document' || parent.kind === 'group') return parent.id
  throw invalidChange(index, `puts a page into "${into}", which is a ${parent.kind}`)
}

const kinds = {
  insert_page: 'document',
  insert_group: 'group',
  insert_link: 'link',
} as const

function insert(
  draft: Draft,
  { index, made }: NamedChange,
  change: ChangeOf<keyof typeof kinds>,
  { prepared }: Ingredients,
): MadeChange {
  const [id = ''] = made
  const kind = kinds[change.operation]
  const { into, slug } = { into: null, slug: undefined, ...change }
  const parentId = parentIn(draft, { index, kind, into })
  const { body, head = null, said } = prepared.get(id)?.outcome ?? {}
  const { title: ownTitle = 'Untitled', attributes = {} } = said ?? {}
  const title = titleFor(index, change.title ?? ownTitle)
  const entry: EntryState = {
    id,
    kind,
    parentId,
    position: '',
    slug: slugFor(kind, { title, slug }),
    title,
    attributes: changedAttributes(attributes, change),
    head,
    documentId: body?.documentId ?? null,
    links: null,
    targets: null,
  }
  place(draft, entry, { parentId, at: change.at })
  return madeOf(change, id, body?.documentId)
}

/** Inserts the pages that are computed from a source: the root where the change wants it. */
function insertGroup(
  draft: Draft,
  index: number,
  change: ChangeOf<'insert_computed'>,
  { groups }: Ingredients,
): MadeChange {
  const [root, ...below] = groups.get(index)?.entries ?? []
  if (root === undefined) throw new Error('A group of pages was not prepared')
  const title = titleFor(index, change.title ?? root.title)
  const { into = null } = change
  const parentId = parentIn(draft, { index, kind: root.kind, into })
  const slug = change.title === undefined ? root.slug : boundedSlug(slugify(title))
  place(draft, { ...root, slug }, { parentId, at: change.at })
  for (const entry of below) {
    place(draft, entry, { parentId: entry.parentId, at: undefined })
  }
  return madeOf(change, root.id, root.documentId)
}

function madeOf(
  { operation, ref }: { operation: string; ref?: string },
  page: string,
  documentId: string | null | undefined,
): MadeChange {
  return {
    operation,
    page,
    ...(ref !== undefined && { ref }),
    ...(documentId !== undefined && documentId !== null && { documentId }),
  }
}

interface Called {
  readonly title: string
  readonly slug: string | undefined
}

/** The slug of a new entry; null for one without an address, which only pages and groups have. */
function slugFor(kind: EntryKind, { title, slug }: Called): string | null {
  if (kind !== 'document' && kind !== 'group') return null
  return boundedSlug(slug ? slugOfFile(slug) : slugify(title))
}

function titleFor(index: number, title: string): string {
  const plain = plainTitle(title)
  if (plain === '') throw invalidChange(index, 'has a title without a letter')
  return plain
}

function update(
  draft: Draft,
  index: number,
  change: ChangeOf<'update_page'>,
  ingredients: Ingredients,
): MadeChange {
  const before = pageIn(draft, index, change.page)
  const { id } = before
  requireFitting(draft, index, change)
  const title = change.title === undefined ? before.title : titleFor(index, change.title)
  const head = ingredients.prepared.get(id)?.outcome.head
  draft.now.set(id, {
    ...before,
    title,
    attributes: changedAttributes(before.attributes, change),
    ...(head !== undefined && { head }),
  })
  if (change.document !== undefined) setText(draft, id, ingredients)
  const slug = slugAfter(before, { title, slug: change.slug })
  if (slug !== undefined) rename(draft, id, slug)
  if (change.into !== undefined || change.at !== undefined) move(draft, index, id, change)
  return madeOf({ operation: change.operation }, id, draft.now.get(id)?.documentId)
}

/** Refuses a text for anything but a page, and a target for anything but a link. */
function requireFitting(
  draft: Draft,
  index: number,
  { page, document, target }: ChangeOf<'update_page'>,
): void {
  if (document !== undefined) documentIn(draft, index, page)
  if (target !== undefined && pageIn(draft, index, page).kind !== 'link') {
    throw invalidChange(index, `gives a target to "${page}", which is no link`)
  }
}

/**
 * The new slug of a page; undefined when it stays. A slug that was made from the title follows the
 * title; a slug that somebody chose stays.
 */
function slugAfter(before: EntryState, { title, slug }: Called): string | undefined {
  if (before.slug === null) return undefined
  if (slug === '') return boundedSlug(slugify(title))
  if (slug !== undefined) return boundedSlug(slugOfFile(slug))
  const made = boundedSlug(slugify(before.title))
  const isMade = before.slug.replace(/-\d+$/, '') === made || before.slug === made
  return title !== before.title && isMade ? boundedSlug(slugify(title)) : undefined
}

function move(
  draft: Draft,
  index: number,
  id: string,
  { into, at }: Pick<ChangeOf<'move_page'>, 'into' | 'at'>,
): void {
  const entry = pageIn(draft, index, id)
  const parentId =
    into === undefined
      ? entry.parentId
      : parentIn(draft, { index, kind: entry.kind, into })
  if (isInside(draft, parentId, id)) throw pageCycle(id)
  place(draft, entry, { parentId, at })
}

function setText(
  draft: Draft,
  id: string,
  { prepared }: Ingredients,
): { readonly documentId?: string } {
  const entry = draft.now.get(id)
  const documentId = prepared.get(id)?.outcome.body?.documentId
  if (entry === undefined || documentId === undefined) return {}
  draft.now.set(id, { ...entry, documentId })
  return { documentId }
}

function revert(
  draft: Draft,
  index: number,
  change: ChangeOf<'revert_page'>,
  ingredients: Ingredients,
): MadeChange {
  const row = ingredients.state.oldVersions.get(index)
  if (row === undefined || !isPageKind(row.kind)) {
    const where = change.revision === undefined ? 'before' : `in "${change.revision}"`
    throw invalidChange(
      index,
      `reverts the page "${change.page}", which was not there ${where}`,
    )
  }
  const { id } = row
  if (change.block !== undefined) {
    documentIn(draft, index, id)
    return { operation: change.operation, page: id, ...setText(draft, id, ingredients) }
  }
  const then = stateOfRow(row)
  const now = draft.now.get(id)
  if (now === undefined) {
    // The page returns to its parent only where the siblings are known: elsewhere its slug could be
    // taken.
    const isThere = draft.now.has(then.parentId) && draft.children.has(then.parentId)
    draft.createdAt.set(id, row.created_at)
    place(draft, then, { parentId: isThere ? then.parentId : '', at: undefined })
  } else {
    const { title, attributes, head, documentId } = then
    draft.now.set(id, { ...now, title, attributes, head, documentId })
  }
  const head = ingredients.prepared.get(id)?.outcome.head
  const entry = draft.now.get(id)
  if (head !== undefined && entry !== undefined) draft.now.set(id, { ...entry, head })
  const text = setText(draft, id, ingredients)
  return { operation: change.operation, page: id, ...text }
}
