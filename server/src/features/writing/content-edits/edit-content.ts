import type { ContentChange } from '@lectern/contract/content-changes.ts'
import type { ContentUpdate } from '@lectern/contract/content-updates.ts'

import { commitRevision, type CommittedRevision } from '#/content-store/write/public.ts'
import {
  moveCommentAnchors,
  prepareAnchorMoves,
  type PreparedAnchorMoves,
} from '#/features/writing/comments/public.ts'
import { followSoon } from '#/features/writing/computed-pages/public.ts'
import {
  dropFiles,
  fileUrl,
  keepFiles,
  type StoredObject,
} from '#/features/writing/files/public.ts'
import type { Transaction } from '#/platform/database/transaction.ts'
import { change, type Context } from '#/platform/http/context.ts'
import type { Committed } from '#/platform/http/outcome.ts'

import { applyChanges, type MadeChange } from './apply-changes.ts'
import { worksOf } from './body-works.ts'
import { breaksOf } from './breaks.ts'
import { type NewGroups, prepareGroups } from './computed-groups.ts'
import { draftFrom } from './draft.ts'
import { type LoadedState, loadState } from './load-state.ts'
import { type Mentions, mentionsOf } from './mentions.ts'
import { nameChanges, type NamedChanges } from './named-changes.ts'
import {
  isCurrent,
  prepareBodies,
  type Prepared,
  revertedElsewhere,
} from './prepare-bodies.ts'
import type { ContentToEdit } from './resolve-content.ts'
import { finishDraft } from './finish-draft.ts'
import { imagineFiles, storeFiles } from './store-files.ts'
import { preparedTexts, finishedTexts } from './text-changes.ts'

/** An edit of a branch, with the steps in which the main branch and change requests differ. */
export interface Editing<Whole> {
  readonly changes: readonly ContentChange[]
  /** The index of each change in the request, where other changes stand between them. */
  readonly indexes?: readonly number[]
  readonly dryRun: boolean
  /** Locks the branch and reads it once more, or refuses. */
  readonly lock: (tx: Transaction) => Promise<ContentToEdit>
  /** Runs after a new revision is committed to the branch, in the same transaction. */
  readonly written: (
    tx: Transaction,
    revision: CommittedRevision & { readonly operations: readonly string[] },
  ) => Promise<unknown> | undefined
  /** Reads what an answer shows in place of the changes alone. */
  readonly readWhole?: (tx: Transaction, update: ContentUpdate) => Promise<Whole>
}

/** Makes changes of content as one revision of a branch. */
export async function editContent<Whole>(
  context: Context,
  content: ContentToEdit,
  editing: Editing<Whole>,
): Promise<Committed<ContentUpdate | Whole>> {
  const { dryRun, readWhole } = editing
  const named = nameChanges(editing.changes, editing.indexes)
  const edit = await prepareEdit(context, content, { named, dryRun })
  try {
    return await change(context, async (tx) => {
      const update = await writeEdit(tx, context, { ...edit, ...editing })
      return readWhole === undefined || dryRun ? update : readWhole(tx, update)
    })
  } catch (error) {
    const { organizationId } = content.branch
    if (!dryRun) await dropFiles(context, { organizationId, keys: keysIn(edit.stored) })
    throw error
  }
}

/** The parts of an edit that are ready before the lock is taken. */
interface Edit {
  readonly content: ContentToEdit
  readonly named: NamedChanges
  readonly dryRun: boolean
  readonly mentions: Mentions
  /** The state of the head that the preparation read. */
  readonly state: LoadedState
  readonly prepared: ReadonlyMap<string, Prepared>
  readonly stored: ReadonlyMap<string, StoredObject>
  readonly groups: NewGroups['groups']
  /** The successors of the blocks that comments are about. */
  readonly anchorMoves: PreparedAnchorMoves
}

/** Does the slow work: fetching bytes, and reading and merging texts on other threads. */
async function prepareEdit(
  context: Context,
  content: ContentToEdit,
  { named, dryRun }: Pick<Edit, 'named' | 'dryRun'>,
): Promise<Edit> {
  const mentions = mentionsOf(named)
  const state = await loadState(context.db, content.branch, mentions)
  const works = worksOf(named.changes, state)
  const { threads } = context
  const { branch } = content
  const written = await prepareBodies({ threads, branch }, works, state)
  const { groups, prepared: made } = await prepareGroups(context, content, named.changes)
  const prepared = new Map([...made, ...written])
  const anchorMoves = await prepareAnchorMoves(
    context,
    content.branch,
    preparedTexts(state, prepared),
  )
  // Last: files that are stored are removed again when the edit fails from here on.
  const stored = dryRun
    ? imagineFiles(named.changes)
    : await storeFiles(context, content.branch, named.changes)
  return {
    content,
    named,
    dryRun,
    mentions,
    state,
    prepared,
    stored,
    groups,
    anchorMoves,
  }
}

function keysIn(stored: Edit['stored']): readonly string[] {
  return [...stored.values()].map(({ key }) => key)
}

async function writeEdit(
  tx: Transaction,
  context: Context,
  edit: Edit & Pick<Editing<unknown>, 'lock' | 'written'>,
): Promise<ContentUpdate> {
  const { named, dryRun, stored, groups } = edit
  const { locked, read } = await lockAndLoad(tx, edit)
  const { head, fileEpoch, branch } = locked
  const current = { ...edit, content: locked }
  const { state, prepared } = await withCurrentTexts(tx, context, current, read)
  const draft = draftFrom(state)
  const changes = applyChanges(draft, named.changes, {
    state,
    prepared,
    stored,
    groups,
  })
  const { APP_URL, PUBLIC_URL } = context.config
  const appUrls = [APP_URL ?? PUBLIC_URL]
  const settled = await finishDraft(tx, draft, { branch, prepared, appUrls })

  const view = viewUpdate(context, { ...edit, changes, fileEpoch })
  if (dryRun) {
    const breaks = await breaksOf(tx, branch, draft, { settled, state })
    return { ...view, revision: null, parents: [head.revisionId], breaks }
  }
  if (settled.entries.length + settled.gone.length === 0) {
    return { ...view, revision: head.revisionId, parents: [...head.parents] }
  }
  const keys = keysIn(stored)
  const [committed] = await Promise.all([
    commitRevision(tx, branch, {
      head,
      type: 'edits',
      createdBy: context.caller.userId,
      ...settled,
    }),
    keepFiles(tx, { ...branch, keys }),
    moveCommentAnchors(tx, context, branch, {
      changes: finishedTexts(state, settled),
      prepared: edit.anchorMoves,
    }),
  ])
  // A version of the specification that came meanwhile knew nothing of these pages.
  for (const { specId } of groups.values()) {
    if (branch.branchId === branch.spaceId) followSoon(tx, { ...branch, specId })
  }
  await edit.written(tx, {
    ...committed,
    operations: changes.map((each) => each.operation),
  })
  return { ...view, revision: committed.revisionId, parents: [...committed.parents] }
}

/**
 * Locks the branch and reads its state, sent together: after a refused lock the connection serves
 * another request. A branch that was updated from the main branch meanwhile is read again, on its
 * new base.
 */
async function lockAndLoad(
  tx: Transaction,
  { content, mentions, lock }: Edit & Pick<Editing<unknown>, 'lock'>,
) {
  const asked = { ...mentions, texts: [] }
  const [locked, early] = await Promise.all([
    lock(tx),
    loadState(tx, content.branch, asked),
  ])
  const isSame = locked.branch.mainNumber === content.branch.mainNumber
  return { locked, read: isSame ? early : await loadState(tx, locked.branch, asked) }
}

/**
 * The state and the prepared texts: those that other requests changed since the preparation are
 * prepared again, under the lock.
 */
async function withCurrentTexts(
  tx: Transaction,
  context: Context,
  { content, named, mentions, state: then, prepared }: Edit,
  read: LoadedState,
) {
  const stale = [...prepared].filter(([id, each]) => !isCurrent(each, id, read))
  const texts = [
    ...new Set([
      ...stale.map(([id]) => id),
      ...revertedElsewhere(named.changes, then, read),
    ]),
  ]
  if (texts.length === 0) return { state: read, prepared }
  const state = await loadState(tx, content.branch, { ...mentions, texts })
  const works = worksOf(named.changes, state)
  const again = new Map(texts.flatMap((id) => entriesOf(works, id)))
  const { threads } = context
  const { branch } = content
  const anew = await prepareBodies({ threads, branch }, again, state)
  return { state, prepared: new Map([...prepared, ...anew]) }
}

function entriesOf<Value>(map: ReadonlyMap<string, Value>, id: string) {
  const value = map.get(id)
  return value === undefined ? [] : [[id, value] as const]
}

interface Viewed extends Edit {
  readonly changes: readonly MadeChange[]
  readonly fileEpoch: number
}

function viewUpdate(
  context: Context,
  { content, named, dryRun, stored, changes, fileEpoch }: Viewed,
): Pick<ContentUpdate, 'object' | 'changes' | 'insertedFiles'> {
  const { spaceId, branchId } = content.branch
  const of = { spaceId, branchId, fileEpoch }
  const insertedFiles = named.changes.flatMap(({ index, change: each, made }) =>
    each.operation === 'insert_files'
      ? each.files.flatMap(({ name }, place) => {
          const object = stored.get(`${index} ${place}`)
          const fileId = made[place]
          if (object === undefined || fileId === undefined) return []
          const { contentType, size, width, height } = object
          const downloadURL = fileUrl(context, { ...of, fileId, name })
          const dimensions =
            width === undefined || height === undefined
              ? {}
              : { dimensions: { width, height } }
          return [{ id: fileId, name, contentType, downloadURL, size, ...dimensions }]
        })
      : [],
  )
  return {
    object: 'content-update',
    changes: [...changes],
    ...(insertedFiles.length > 0 && !dryRun && { insertedFiles }),
  }
}
