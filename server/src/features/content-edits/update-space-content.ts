import type { ContentUpdate } from '@lectern/contract/content-updates.ts'

import { atHome } from '#/access/content-access.ts'
import { commitRevision } from '#/features/content/public.ts'
import { fileUrl, keepFiles, type StoredObject } from '#/features/files/public.ts'
import { readHeadRevision } from '#/features/revisions/public.ts'
import { indexSpaceSoon } from '#/features/search/public.ts'
import type { Transaction } from '#/platform/database/transaction.ts'
import { change, type Context } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'

import { applyChanges, type MadeChange } from './apply-changes.ts'
import { worksOf } from './body-works.ts'
import { breaksOf } from './breaks.ts'
import { spaceContentUpdated } from './content-edit-events.ts'
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
import {
  type ContentToEdit,
  findContent,
  lockContent,
  requireEditable,
} from './resolve-content.ts'
import { settleDraft } from './settle-draft.ts'
import { imagineFiles, storeFiles } from './store-files.ts'

export const updateSpaceContent = operation(
  'updateSpaceContent',
  async ({ params: { spaceId }, query, body }, context) => {
    const content = await atHome(context, 'space', spaceId, async (organizationId) =>
      findContent(context.db, context, organizationId, spaceId),
    )
    requireEditable(context, content)
    const named = nameChanges(body.changes)
    const { dryRun = false } = query
    const edit = await prepareEdit(context, content, { named, dryRun })
    return change(context, async (tx) => {
      const update = await writeEdit(tx, context, edit)
      const isWhole = query.return === 'revision' && !dryRun
      return isWhole ? readHeadRevision(tx, context, content.branch) : update
    })
  },
)

/** Everything that was made ready before the lock is taken. */
interface Edit {
  readonly content: ContentToEdit
  readonly named: NamedChanges
  readonly dryRun: boolean
  readonly mentions: Mentions
  /** What was there when it was prepared. */
  readonly state: LoadedState
  readonly prepared: ReadonlyMap<string, Prepared>
  readonly stored: ReadonlyMap<string, StoredObject>
}

/** All that takes long: bytes from elsewhere, and reading and merging on other threads. */
async function prepareEdit(
  context: Context,
  content: ContentToEdit,
  { named, dryRun }: Pick<Edit, 'named' | 'dryRun'>,
): Promise<Edit> {
  const mentions = mentionsOf(named)
  const state = await loadState(context.db, content.branch, mentions)
  const works = worksOf(named.changes, state)
  const prepared = await prepareBodies(context.threads, works, state)
  const stored = dryRun
    ? imagineFiles(named.changes)
    : await storeFiles(context, content.branch, named.changes)
  return { content, named, dryRun, mentions, state, prepared, stored }
}

async function writeEdit(
  tx: Transaction,
  context: Context,
  edit: Edit,
): Promise<ContentUpdate> {
  const { content, named, dryRun, stored } = edit
  const { branch } = content
  // Nothing is sent after the lock was refused: the connection is somebody else's by then.
  const [{ head, fileEpoch }, read] = await Promise.all([
    lockContent(tx, context, branch),
    loadState(tx, branch, { ...edit.mentions, texts: [] }),
  ])
  const { state, prepared } = await withCurrentTexts(tx, context, edit, read)
  const draft = draftFrom(state)
  const changes = applyChanges(draft, named.changes, { state, prepared, stored })
  const { APP_URL, PUBLIC_URL } = context.config
  const appUrls = [APP_URL ?? PUBLIC_URL]
  const settled = await settleDraft(tx, draft, { branch, prepared, appUrls })

  const view = viewUpdate(context, { ...edit, changes, fileEpoch })
  if (dryRun) {
    const breaks = await breaksOf(tx, branch, draft, { settled, state })
    return { ...view, revision: null, parents: [head.revisionId], breaks }
  }
  if (settled.entries.length + settled.gone.length === 0) {
    return { ...view, revision: head.revisionId, parents: [...head.parents] }
  }
  const keys = [...stored.values()].map(({ key }) => key)
  const [{ revisionId, parents }] = await Promise.all([
    commitRevision(tx, branch, {
      head,
      type: 'edits',
      createdBy: context.caller.userId,
      ...settled,
    }),
    keepFiles(tx, { ...branch, keys }),
  ])
  const details = { operations: changes.map((each) => each.operation) }
  spaceContentUpdated(tx, context, { ...branch, revisionId, details })
  indexSpaceSoon(tx, branch)
  return { ...view, revision: revisionId, parents: [...parents] }
}

/** Texts that others changed since they were prepared are prepared once more, under the lock. */
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
  const anew = await prepareBodies(context.threads, again, state)
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
  const { spaceId } = content.branch
  const insertedFiles = named.changes.flatMap(({ index, change: each, made }) =>
    each.operation === 'insert_files'
      ? each.files.flatMap(({ name }, place) => {
          const object = stored.get(`${index} ${place}`)
          const fileId = made[place]
          if (object === undefined || fileId === undefined) return []
          const { contentType, size, width, height } = object
          const downloadURL = fileUrl(context, { spaceId, fileId, fileEpoch, name })
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
