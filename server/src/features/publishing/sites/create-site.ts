import { randomInt } from 'node:crypto'

import { positionBetween } from '@lectern/content/tree/positions.ts'

import { actorIn, authorize } from '#/access/actor.ts'
import { siteUrls } from '#/features/writing/publications/public.ts'
import type { Transaction } from '#/platform/database/transaction.ts'
import { notFound } from '#/platform/errors/api-error.ts'
import { change, type Context } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'
import { Created } from '#/platform/http/outcome.ts'
import { newId } from '#/platform/ids/new-id.ts'
import { count } from '#/platform/tenancy/counters.ts'
import { homeWrites } from '#/platform/tenancy/homes.ts'

import { siteCreated } from './site-events.ts'
import { basenameLengthMax, basenameOf, freeBasename, pathsOf } from './site-names.ts'
import { sitePolicy } from './site-policy.ts'
import { resolveSite } from './site-resolve.ts'
import { viewSite } from './site-view.ts'
import { openTo } from './site-visibility.ts'
import {
  insertFirstSiteSpace,
  insertSite,
  lockSpacesForCaller,
  selectBasenames,
  updateDefaultSiteSpace,
} from './site-write-queries.ts'

const attemptsMax = 10
const countedAttemptsMax = 4

export const createSite = operation(
  'createSite',
  async ({ params: { organizationId }, body = {} }, context) =>
    change(context, async (tx) => {
      const actor = await actorIn(tx, context, organizationId)
      authorize(sitePolicy.create(actor), 'create sites', 'the create role')
      const { title = 'Untitled site', type = 'basic', visibility = 'public' } = body
      const spaces = await spacesOf(tx, context, organizationId, body.spaces ?? [])

      const of = { organizationId, siteId: newId() }
      const createdBy = actor.userId
      await insertWithFreeName(tx, { ...of, type, title, visibility, createdBy })
      await Promise.all([
        homeWrites.add(tx, { id: of.siteId, kind: 'site', organizationId }),
        addSpaces(tx, of, spaces),
        openTo(tx, context, of, { visibility }),
      ])
      count(tx, { organizationId, name: 'sites', by: 1 })
      siteCreated(tx, context, { ...of, title, spaces: spaces.map(({ id }) => id) })

      const seen = await resolveSite(tx, context, organizationId, of.siteId)
      return new Created(
        viewSite({ organizationId, ...seen }, context),
        siteUrls.location(context.config, organizationId, of.siteId),
      )
    }),
)

type SpaceToShow = Readonly<{ id: string; title: string }>

/** The spaces in the given order, without duplicates. */
async function spacesOf(
  tx: Transaction,
  context: Context,
  organizationId: string,
  given: readonly string[],
): Promise<SpaceToShow[]> {
  const spaceIds = [...new Set(given)]
  if (spaceIds.length === 0) return []
  const callerId = context.caller.userId
  const found = await tx.many(lockSpacesForCaller, { organizationId, callerId, spaceIds })
  const byId = new Map(found.map((space) => [space.id, space]))
  return spaceIds.map((id) => {
    const space = byId.get(id)
    if (space === undefined) throw notFound('space', id)
    return space
  })
}

interface NewSite {
  readonly organizationId: string
  readonly siteId: string
  readonly type: string
  readonly title: string
  readonly visibility: string
  readonly createdBy: string
}

async function insertWithFreeName(tx: Transaction, site: NewSite): Promise<void> {
  const { organizationId, title } = site
  const slug = basenameOf(title)
  for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
    // A name cut short for a number still begins with the first half of the slug.
    const from = slug.slice(0, Math.ceil(slug.length / 2))
    const near = { organizationId, from, until: `${from}~` }
    const rows = await tx.many(selectBasenames, near)
    // Concurrent requests count up in step, and all but one fail each time: random numbers separate
    // them.
    const wanted =
      attempt > countedAttemptsMax
        ? `${slug.slice(0, basenameLengthMax / 2)}-${randomInt(1e6, 1e7)}`
        : slug
    const basename = freeBasename(wanted, new Set(rows.map((row) => row.basename)))
    if ((await tx.count(insertSite, { ...site, basename })) > 0) return
  }
  throw new Error('Others took every basename that was free')
}

async function addSpaces(
  tx: Transaction,
  of: { organizationId: string; siteId: string },
  spaces: readonly SpaceToShow[],
): Promise<void> {
  const paths = pathsOf(spaces.map(({ title }) => title))
  let position: string | undefined
  const rows = spaces.map(({ id: spaceId }, index) => {
    position = positionBetween(position, undefined)
    return { ...of, siteSpaceId: newId(), spaceId, path: paths[index] ?? '', position }
  })
  const [first] = rows
  await Promise.all([
    ...rows.map(async (row) => tx.run(insertFirstSiteSpace, row)),
    ...(first === undefined
      ? []
      : [tx.run(updateDefaultSiteSpace, { ...of, siteSpaceId: first.siteSpaceId })]),
  ])
}
