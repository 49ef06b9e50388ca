import { setImmediate } from 'node:timers/promises'

import { lockBranch, mainBranch } from '#/content-store/branches/public.ts'
import type { ShownPart } from '#/content-store/documents/public.ts'
import { differs, specTarget } from '#/content-store/entries/public.ts'
import type { FollowedSpecification } from '#/content-store/history/public.ts'
import { commitRevision } from '#/content-store/write/public.ts'
import {
  moveCommentAnchors,
  prepareAnchorMoves,
} from '#/features/writing/comments/public.ts'
import {
  type Group,
  groupSourceIn,
  type MadeBody,
  makeGroup,
  type PlanRow,
  readPlanned,
  systemUserId,
} from '#/features/writing/computed-pages/public.ts'
import {
  type Draft,
  draftFrom,
  finishDraft,
  finishedTexts,
  type LoadedState,
  loadState,
  preparedOf,
} from '#/features/writing/content-edits/public.ts'
import { indexSpaceSoon } from '#/features/writing/search/public.ts'
import { spaceContentUpdated } from '#/features/writing/spaces/public.ts'
import type { Queryable } from '#/platform/database/queryable.ts'
import type { Services } from '#/platform/services.ts'

import { expandGroup, followGroup } from './follow-group.ts'
import { selectFollowing, selectLiveHead } from './follow-queries.ts'
import { declaredGroups, followTexts, rootsIn } from './follow-texts.ts'

/** A specification as its pages follow it, with what was made of it for the spaces before. */
export interface FollowedSpec {
  readonly organizationId: string
  readonly row: PlanRow
  /** The versions between which this is; undefined when something else has changed. */
  readonly followed: FollowedSpecification | undefined
  /** By whether schemas have pages. */
  readonly groups: Map<boolean, Group>
  readonly bodies: Map<string, MadeBody>
  readonly partsOf: Map<string, readonly ShownPart[]>
}

/**
 * Brings the pages of a space up to a specification, as one revision of the main content by nobody
 * in particular; nothing is written where nothing changed. Locked spaces and those in the trash
 * follow too: their pages are declared to.
 */
export async function followInSpace(
  services: Services,
  spec: FollowedSpec,
  spaceId: string,
): Promise<void> {
  const { organizationId } = spec
  const branch = mainBranch(organizationId, spaceId)
  const { APP_URL, PUBLIC_URL } = services.config
  // Everything that takes long is made here, so that under the lock it is known.
  const early = await draftNow(services, services.db, spec, spaceId)
  if (!isChanged(early.draft)) return
  const moves = await prepareAnchorMoves(services, branch, newTexts(early))
  await services.db.transaction(async (tx) => {
    await tx.first(lockBranch, branch)
    const head = await tx.first(selectLiveHead, { organizationId, spaceId })
    if (head === undefined) return
    const { draft, state, prepared } = await draftNow(services, tx, spec, spaceId)
    const appUrls = [APP_URL ?? PUBLIC_URL]
    const finished = await finishDraft(tx, draft, { branch, prepared, appUrls })
    if (finished.entries.length + finished.gone.length === 0) return
    const [{ revisionId }] = await Promise.all([
      commitRevision(tx, branch, {
        head: { number: head.number, revisionId: head.revision_id },
        type: 'edits',
        createdBy: systemUserId,
        ...(spec.followed && { followed: spec.followed }),
        ...finished,
      }),
      moveCommentAnchors(tx, services, branch, {
        changes: finishedTexts(state, finished),
        prepared: moves,
      }),
    ])
    const by = { caller: { userId: systemUserId }, requestId: '' }
    const details = { openapi: spec.row.slug }
    spaceContentUpdated(tx, by, { organizationId, spaceId, revisionId, details })
    indexSpaceSoon(tx, branch)
  })
}

interface DraftNow {
  readonly draft: Draft
  readonly state: LoadedState
  readonly prepared: ReadonlyMap<string, ReturnType<typeof preparedOf>>
}

/** The pages of a space as they should be, from the head as it is now. */
async function draftNow(
  services: Services,
  db: Queryable,
  spec: FollowedSpec,
  // oxlint-disable-next-line max-params -- what works, in which transaction, for what, and where
  spaceId: string,
): Promise<DraftNow> {
  const { organizationId, partsOf } = spec
  const slugKey = spec.row.slug.toLowerCase()
  const target = specTarget(slugKey) ?? ''
  const branch = mainBranch(organizationId, spaceId)
  const rows = await db.many(selectFollowing, { organizationId, spaceId, target })
  const ids = rows.map(({ id }) => id)
  const planned = rows.flatMap((row) => (row.is_planned ? [row.id] : []))
  const state = await loadState(db, branch, {
    ids,
    parents: planned,
    beside: planned,
    texts: [],
    deleted: [],
    bases: [],
    reverted: [],
  })
  const draft = draftFrom(state)
  for (const { id, models } of declaredGroups(draft, slugKey)) {
    await setImmediate()
    expandGroup(draft, id, await groupOf(services, spec, models))
  }
  for (const root of rootsIn(draft, slugKey)) {
    // A group takes as long as it has pages: others are answered in between.
    await setImmediate()
    const attributes = draft.now.get(root)?.attributes ?? {}
    const models = groupSourceIn(attributes)?.models ?? true
    followGroup(draft, root, await groupOf(services, spec, models))
  }
  const texts = { ids, slugKey, partsOf }
  const { threads } = services
  await followTexts({ db, threads }, { organizationId, spaceId }, draft, texts)
  return { draft, state, prepared: await preparedFor(services, spec, draft) }
}

async function groupOf(
  { threads }: Services,
  { organizationId, row, groups }: FollowedSpec,
  models: boolean,
): Promise<Group> {
  const known = groups.get(models)
  if (known !== undefined) return known
  const source = { spec: row.slug, models }
  const made = await makeGroup(threads, { organizationId }, source, row)
  groups.set(models, made)
  return made
}

/** The texts that are new, each read once for all spaces. */
async function preparedFor(
  { threads }: Services,
  { organizationId, groups, bodies }: FollowedSpec,
  draft: Draft,
): Promise<DraftNow['prepared']> {
  const changed = [...draft.now.values()].flatMap(({ id, documentId }) =>
    documentId === null || documentId === draft.before.get(id)?.document_id
      ? []
      : [{ id, documentId }],
  )
  const wanted = new Set(changed.map(({ documentId }) => documentId))
  const pages = [...groups.values()].flatMap((group) => group.pages)
  const missing = pages.filter(
    ({ documentId }) => wanted.has(documentId) && !bodies.has(documentId),
  )
  for (const [id, body] of await readPlanned(threads, { organizationId }, missing)) {
    bodies.set(id, body)
  }
  return new Map(
    changed.flatMap(({ id, documentId }) => {
      const body = bodies.get(documentId)
      return body === undefined ? [] : [[id, preparedOf(body)] as const]
    }),
  )
}

function isChanged({ now, before, gone }: Draft): boolean {
  return (
    gone.size > 0 ||
    [...now.values()].some((entry) => differs(entry, before.get(entry.id)))
  )
}

/** The texts that change, as far as that is known before the lock is taken. */
function newTexts({ draft, prepared }: DraftNow) {
  return [...prepared].flatMap(([entryId, { outcome }]) => {
    const documentId = draft.before.get(entryId)?.document_id
    if (documentId === undefined || documentId === null) return []
    if (outcome.body === undefined) return []
    const { documentId: after, markdown } = outcome.body
    return [{ entryId, before: { documentId }, after: { documentId: after, markdown } }]
  })
}
