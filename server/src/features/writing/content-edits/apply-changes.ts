import type { JsonValue } from '@lectern/content/tree/entries.ts'
import type { ContentUpdate } from '@lectern/contract/content-updates.ts'

import { type EntryState, variablesId } from '#/content-store/entries/public.ts'
import type { StoredObject } from '#/features/writing/files/public.ts'

import { applyPageChange } from './apply-page-changes.ts'
import type { NewGroup } from './computed-groups.ts'
import { invalidChange } from './content-edit-errors.ts'
import { type Draft, remove } from './draft.ts'
import type { LoadedState } from './load-state.ts'
import type { ChangeOf, NamedChange } from './named-changes.ts'
import { plainTitle } from './page-metadata.ts'
import type { Prepared } from './prepare-bodies.ts'

export type MadeChange = ContentUpdate['changes'][number]

/** Everything that a change may depend on, made before any change is applied. */
export interface Ingredients {
  readonly state: LoadedState
  readonly prepared: ReadonlyMap<string, Prepared>
  /** The stored files, by the index of the change and of the file in it. */
  readonly stored: ReadonlyMap<string, StoredObject>
  /** The groups of computed pages to insert, by the index of the change. */
  readonly groups: ReadonlyMap<number, NewGroup>
}

/** Makes the changes one after the other; the first that cannot be made refuses them all. */
export function applyChanges(
  draft: Draft,
  changes: readonly NamedChange[],
  ingredients: Ingredients,
): readonly MadeChange[] {
  return changes.flatMap((each) => applyChange(draft, each, ingredients))
}

function applyChange(
  draft: Draft,
  named: NamedChange,
  ingredients: Ingredients,
): readonly MadeChange[] {
  const { index, change } = named
  switch (change.operation) {
    case 'insert_files':
      return insertFiles(draft, named, change, ingredients)
    case 'update_file':
      return [updateFile(draft, index, change, ingredients)]
    case 'delete_file':
      known(draft, index, change.file, 'file')
      remove(draft, change.file, 'file')
      return [{ operation: change.operation, file: change.file }]
    case 'set_variables':
      setVariables(draft, index, change)
      return [{ operation: change.operation }]
    case 'insert_reusable_content':
      return [insertReusableContent(draft, named, change, ingredients)]
    case 'update_reusable_content':
      return [updateReusableContent(draft, index, change, ingredients)]
    case 'delete_reusable_content':
      known(draft, index, change.reusableContent, 'reusable-content')
      remove(draft, change.reusableContent, 'reusable-content')
      return [{ operation: change.operation, reusableContent: change.reusableContent }]
    default:
      return [applyPageChange(draft, { ...named, change }, ingredients)]
  }
}

/** The entry that a change names, or a refusal where it does not exist. */
function known(
  draft: Draft,
  index: number,
  id: string,
  kind: 'file' | 'reusable-content',
): EntryState {
  const entry = draft.now.get(id)
  if (entry?.kind === kind) return entry
  const noun = kind === 'file' ? 'file' : 'reusable content'
  throw invalidChange(index, `names the ${noun} "${id}", which is not in this space`)
}

const nowhere = { parentId: '', position: '', slug: null, links: null, targets: null }

function insertFiles(
  draft: Draft,
  { index, made }: NamedChange,
  change: ChangeOf<'insert_files'>,
  { stored }: Ingredients,
): readonly MadeChange[] {
  return change.files.map(({ name, ref }, place) => {
    const id = made[place]
    const object = stored.get(`${index} ${place}`)
    if (id === undefined || object === undefined) throw new Error('A file was not stored')
    draft.now.set(id, {
      ...nowhere,
      id,
      kind: 'file',
      title: name,
      attributes: { ...object },
      head: null,
      documentId: null,
    })
    return { operation: change.operation, file: id, ...(ref !== undefined && { ref }) }
  })
}

function updateFile(
  draft: Draft,
  index: number,
  change: ChangeOf<'update_file'>,
  { stored }: Ingredients,
): MadeChange {
  const before = known(draft, index, change.file, 'file')
  const object = stored.get(`${index} 0`)
  const { contentType, name = before.title } = change
  if (object === undefined && contentType !== undefined) {
    throw invalidChange(index, 'says a contentType but brings no bytes that have it')
  }
  const { path } = before.attributes
  const attributes: Record<string, JsonValue> =
    object === undefined
      ? { ...before.attributes }
      : { ...object, ...(path !== undefined && { path }) }
  draft.now.set(before.id, { ...before, title: name, attributes })
  return { operation: change.operation, file: before.id }
}

const variablesMax = 1000

function setVariables(
  draft: Draft,
  index: number,
  { variables }: ChangeOf<'set_variables'>,
): void {
  const before = draft.now.get(variablesId)
  const after: Record<string, JsonValue> = { ...before?.attributes }
  for (const [name, value] of Object.entries(variables)) {
    if (value === null) delete after[name]
    else after[name] = String(value)
  }
  if (Object.keys(after).length > variablesMax) {
    throw invalidChange(
      index,
      `would leave the space with over ${variablesMax} variables`,
    )
  }
  draft.now.set(variablesId, {
    ...nowhere,
    id: variablesId,
    kind: 'variables',
    title: '',
    attributes: after,
    head: null,
    documentId: null,
  })
}

function insertReusableContent(
  draft: Draft,
  { made }: NamedChange,
  change: ChangeOf<'insert_reusable_content'>,
  { prepared }: Ingredients,
): MadeChange {
  const [id = ''] = made
  const { body, head = '' } = prepared.get(id)?.outcome ?? {}
  if (body === undefined) throw new Error('A text was not prepared')
  draft.now.set(id, {
    ...nowhere,
    id,
    kind: 'reusable-content',
    title: plainTitle(change.title),
    attributes: {},
    head,
    documentId: body.documentId,
  })
  const { operation, ref } = change
  const { documentId } = body
  return { operation, reusableContent: id, documentId, ...(ref !== undefined && { ref }) }
}

function updateReusableContent(
  draft: Draft,
  index: number,
  change: ChangeOf<'update_reusable_content'>,
  { prepared }: Ingredients,
): MadeChange {
  const before = known(draft, index, change.reusableContent, 'reusable-content')
  const { title } = change
  const { body, head } = prepared.get(before.id)?.outcome ?? {}
  const documentId = body?.documentId ?? before.documentId
  draft.now.set(before.id, {
    ...before,
    documentId,
    ...(title !== undefined && { title: plainTitle(title), head: head ?? before.head }),
  })
  return {
    operation: change.operation,
    reusableContent: before.id,
    ...(documentId !== null && { documentId }),
  }
}
