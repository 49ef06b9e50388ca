import { specTarget } from '#/content-store/entries/public.ts'
import { selectShowingForSearch } from '#/content-store/search/public.ts'
import type { Transaction } from '#/platform/database/transaction.ts'
import { enqueue, goOn, job } from '#/platform/jobs/job.ts'
import { walkOrganizations } from '#/platform/tenancy/walk-organizations.ts'

import { recipe } from './cut-task.ts'
import { indexPagesAgain, indexSpace } from './index-space.ts'
import { selectOutdated } from './section-queries.ts'
import { sweepVocabulary } from './write-vocabulary.ts'

interface OfSpace {
  readonly organizationId: string
  readonly spaceId: string
}

/** Updates the index of one space to the head of its main branch. */
export const indexSpaceJob = job<OfSpace>(
  'search.index-space',
  { perOrganizationMax: 2, ordered: true },
  async (space, services) => indexSpace(services, space),
)

/**
 * Queues the update of an index, in the transaction of every revision of a main branch and of an
 * arriving space.
 */
export function indexSpaceSoon(
  tx: Transaction,
  { organizationId, spaceId }: OfSpace,
): void {
  enqueue(tx, indexSpaceJob, { organizationId, spaceId }, { key: spaceId })
}

interface OfTarget {
  readonly organizationId: string
  /** The specification, as `specTarget` names it. */
  readonly target: string
}

/** The most pages that are asked for at once. */
const pagesMax = 1_000

/** Updates the index of all pages that show an OpenAPI specification. */
export const indexShowing = job<OfTarget>(
  'search.index-showing',
  { perOrganizationMax: 1, ordered: true, timeoutSeconds: 3_000 },
  async ({ organizationId, target }, services, stopping) => {
    let [afterSpace, afterId] = ['', '']
    for (;;) {
      goOn(stopping)
      const asked = { organizationId, target, afterSpace, afterId, rowsMax: pagesMax }
      const pages = await services.db.many(selectShowingForSearch, asked)
      for (const [spaceId, some] of Map.groupBy(pages, (page) => page.space_id)) {
        const ids = some.map(({ id }) => id)
        await indexPagesAgain(services, { organizationId, spaceId }, ids)
      }
      const last = pages.at(-1)
      if (last === undefined || pages.length < pagesMax) return
      afterSpace = last.space_id
      afterId = last.id
    }
  },
)

/** Queues it, in the transaction that deletes the specification: its words must not be found. */
export function indexShowingSoon(
  tx: Transaction,
  { organizationId, slug }: { readonly organizationId: string; readonly slug: string },
): void {
  const target = specTarget(slug)
  if (target === undefined) return
  // Another organization may have a specification of the same name.
  const key = `${organizationId} ${target}`
  enqueue(tx, indexShowing, { organizationId, target }, { key })
}

/** The most spaces that are asked for at once. */
const spacesMax = 1_000

/**
 * Has spaces indexed again whose index an earlier release made: until then visitors find pages only
 * by words as they are written there.
 */
export const renewIndexes = job<object>(
  'search.renew',
  { schedule: '53 * * * *', timeoutSeconds: 3_000 },
  async (_payload, { db }, stopping) => {
    for await (const organizationId of walkOrganizations(db, stopping)) {
      let last = { recipe: 0, id: '' }
      for (;;) {
        const asked = { organizationId, recipe, after: last, rowsMax: spacesMax }
        const spaces = await db.many(selectOutdated, asked)
        if (spaces.length > 0) {
          await db.transaction(async (tx) => {
            for (const { id } of spaces) {
              indexSpaceSoon(tx, { organizationId, spaceId: id })
            }
          })
        }
        last = spaces.at(-1) ?? last
        if (spaces.length < spacesMax) break
      }
    }
  },
)

/** Deletes words that no space of the organization has any more. */
export const sweepVocabularyJob = job<{ organizationId: string }>(
  'search.sweep-vocabulary',
  { ordered: true },
  async ({ organizationId }, { db }) => sweepVocabulary(db, organizationId),
)

/**
 * Queues a sweep of the vocabulary, in the transaction that deletes a space or moves it to another
 * organization.
 */
export function sweepVocabularySoon(
  tx: Transaction,
  { organizationId }: { readonly organizationId: string },
): void {
  enqueue(tx, sweepVocabularyJob, { organizationId }, { key: organizationId })
}
