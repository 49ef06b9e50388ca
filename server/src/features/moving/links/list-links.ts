import { limitDefault, type Page } from '@lectern/contract/common.ts'
import type { BrokenContext, ContentLink, LinkStatus } from '@lectern/contract/links.ts'

import {
  type OfBranch,
  shapeOf,
  withoutChanges,
} from '#/content-store/branches/public.ts'
import {
  findBrokenPaths,
  type LinkListRow,
  selectBrokenTargets,
  selectLinkTargets,
} from '#/content-store/links/public.ts'
import { userIdOf } from '#/platform/http/caller.ts'
import type { Context } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'
import { type PageRequest, readPage } from '#/platform/http/paging.ts'

import {
  findLinkedContent,
  findLinkedEntry,
  type LinkedContent,
} from './linked-content.ts'
import { type EntryName, readLocations } from './read-locations.ts'

export const listSpaceLinks = operation('listSpaceLinks', async (request, context) => {
  const page = readPage(context, request)
  const place = await findLinkedContent(context, request.params)
  return listLinks(context, place, { ...request.query, page })
})

export const listChangeRequestLinks = operation(
  'listChangeRequestLinks',
  async (request, context) => {
    const page = readPage(context, request)
    const place = await findLinkedContent(context, request.params)
    return listLinks(context, place, { ...request.query, page })
  },
)

export const listPageLinksInSpace = operation(
  'listPageLinksInSpace',
  async (request, context) => {
    const { pageId: entryId, ...named } = request.params
    const page = readPage(context, request)
    const place = await findLinkedEntry(context, { ...named, kind: 'page', entryId })
    return listLinks(context, place, { ...request.query, page, entryId })
  },
)

export const listPageLinksInChangeRequest = operation(
  'listPageLinksInChangeRequest',
  async (request, context) => {
    const { pageId: entryId, ...named } = request.params
    const page = readPage(context, request)
    const place = await findLinkedEntry(context, { ...named, kind: 'page', entryId })
    return listLinks(context, place, { ...request.query, page, entryId })
  },
)

interface Asked {
  readonly page: PageRequest
  readonly limit?: number
  readonly status?: LinkStatus
  readonly brokenContext?: BrokenContext
  /** The entry whose links are listed; undefined for all. */
  readonly entryId?: string
}

type LinkPage = Page<ContentLink> & {
  stats: { total: number; broken: { total: number; changeRequest?: number } }
}

/** The links in a branch, for a caller who may see it. */
async function listLinks(
  context: Context,
  place: LinkedContent,
  asked: Asked,
): Promise<LinkPage> {
  const { branch, changeRequest } = place
  const { page, limit = limitDefault } = asked
  const rows = await readLinks(context, branch, asked)
  const [size] = rows
  const links = rows.filter(hasTarget)
  const shown = links.slice(0, limit)
  const locations = await readLocations(context, place, {
    entries: shown.flatMap(({ ids }) => ids.map((id) => entryOf(branch, id))),
    targets: shown.filter(isThere).map(({ target }) => target),
  })
  return {
    ...page.finish<LinkRow, ContentLink>(links, {
      count: size?.count ?? 0,
      keyOf: ({ text, hash }) => [text, hash],
      view: (row) => {
        const target = isThere(row) ? locations.viewTarget(row.target) : undefined
        return {
          status: row.status,
          relation: isPart(row.target) ? 'dependsOn' : 'reference',
          reference: row.target,
          ...(target !== undefined && { targetReference: target }),
          locationReferences: row.ids
            .map((id) => locations.viewEntry(entryOf(branch, id)))
            .filter((location) => location !== undefined),
          locationCount: row.locations,
        }
      },
    }),
    stats: {
      total: size?.total ?? 0,
      broken: {
        total: size?.broken ?? 0,
        ...(changeRequest && { changeRequest: size?.broken_here ?? 0 }),
      },
    },
  }
}

async function readLinks(
  context: Context,
  branch: OfBranch,
  { page, limit = limitDefault, status, brokenContext, entryId }: Asked,
): Promise<readonly LinkListRow[]> {
  const [found, known] = await Promise.all([
    findPaths(context, branch, entryId),
    brokenWithout(context, branch, entryId),
  ])
  const select = selectLinkTargets({
    ...shapeOf(branch),
    only: entryId !== undefined,
    status: status !== undefined,
    ...(brokenContext && { brokenContext }),
    after: page.after !== undefined,
    rowsMax: page.rowsMax,
    locationsMax: locationsMaxFor(limit),
  })
  return context.db.many(select, {
    ...branch,
    entryId,
    status,
    known,
    found,
    callerId: userIdOf(context.caller),
    afterText: page.afterText(0),
    afterHash: page.afterText(1),
  })
}

/** The hashes of broken links in the main content that a change request reads through to. */
async function brokenWithout(
  context: Context,
  branch: OfBranch,
  entryId: string | undefined,
): Promise<readonly string[]> {
  if (shapeOf(branch).isMain) return []
  const base = withoutChanges(branch)
  const found = await findPaths(context, base, entryId)
  const select = selectBrokenTargets({
    ...shapeOf(base),
    only: entryId !== undefined,
  })
  const rows = await context.db.many(select, {
    ...base,
    entryId,
    found,
    callerId: userIdOf(context.caller),
  })
  return rows.map(({ hash }) => hash)
}

/** The present targets, as JSON, of paths that led nowhere when they were written. */
async function findPaths(
  { db, config }: Context,
  branch: OfBranch,
  entryId: string | undefined,
): Promise<string> {
  const appUrls = [config.APP_URL ?? config.PUBLIC_URL]
  const only = entryId === undefined ? {} : { entryId }
  return JSON.stringify(await findBrokenPaths(db, branch, { ...only, appUrls }))
}

type LinkRow = LinkListRow & { readonly target: ContentLink['reference'] }

function hasTarget(row: LinkListRow): row is LinkRow {
  return row.target !== null
}

function isThere({ status }: LinkListRow): boolean {
  return status !== 'broken'
}

/** Whether the target is embedded, so that the content would be incomplete without it. */
function isPart({ kind }: LinkRow['target']): boolean {
  return kind === 'reusable-content' || kind === 'openapi'
}

function entryOf({ spaceId }: OfBranch, entryId: string): EntryName {
  return { spaceId, entryId }
}

/**
 * The most locations in an answer: each repeats its organization, space and revision, so an answer
 * with very many would be huge.
 */
const locationsInAnswer = 5000
const locationsOfLink = 100

function locationsMaxFor(limit: number): number {
  return Math.min(locationsOfLink, Math.floor(locationsInAnswer / Math.max(limit, 1)))
}
