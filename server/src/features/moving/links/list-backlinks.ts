import type { Page } from '@lectern/contract/common.ts'
import type { ContentLocation } from '@lectern/contract/links.ts'

import { shapeOf } from '#/content-store/branches/public.ts'
import { findBrokenPaths, idsIn, selectBacklinks } from '#/content-store/links/public.ts'
import { storableJson } from '#/platform/database/storable-json.ts'
import type { Context } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'
import { type PageRequest, readPage } from '#/platform/http/paging.ts'

import { findLinkedEntry, type LinkedContent } from './linked-content.ts'
import { readLocations } from './read-locations.ts'

export const listSpacePageBacklinks = operation(
  'listSpacePageBacklinks',
  async (request, context) => {
    const { pageId: entryId, ...named } = request.params
    const page = readPage(context, request)
    const place = await findLinkedEntry(context, { ...named, kind: 'page', entryId })
    return listBacklinks(context, place, { page, entryId, isPage: true })
  },
)

export const listChangeRequestPageBacklinks = operation(
  'listChangeRequestPageBacklinks',
  async (request, context) => {
    const { pageId: entryId, ...named } = request.params
    const page = readPage(context, request)
    const place = await findLinkedEntry(context, { ...named, kind: 'page', entryId })
    return listBacklinks(context, place, { page, entryId, isPage: true })
  },
)

export const listSpaceFileBacklinks = operation(
  'listSpaceFileBacklinks',
  async (request, context) => {
    const { fileId: entryId, ...named } = request.params
    const page = readPage(context, request)
    const place = await findLinkedEntry(context, { ...named, kind: 'file', entryId })
    return listBacklinks(context, place, { page, entryId, isPage: false })
  },
)

export const listChangeRequestFileBacklinks = operation(
  'listChangeRequestFileBacklinks',
  async (request, context) => {
    const { fileId: entryId, ...named } = request.params
    const page = readPage(context, request)
    const place = await findLinkedEntry(context, { ...named, kind: 'file', entryId })
    return listBacklinks(context, place, { page, entryId, isPage: false })
  },
)

interface Asked {
  readonly page: PageRequest
  readonly entryId: string
  /** Whether the entry is a page: only pages can have links from other spaces. */
  readonly isPage: boolean
}

/** The links to an entry of a branch, for a caller who may see the entry. */
async function listBacklinks(
  context: Context,
  place: LinkedContent,
  { page, entryId, isPage }: Asked,
): Promise<Page<ContentLocation>> {
  const { db, config, caller } = context
  const { branch } = place
  const across = [{ ref: { page: entryId, space: branch.spaceId } }]
  const appUrls = [config.APP_URL ?? config.PUBLIC_URL]
  const paths = await findBrokenPaths(db, branch, { appUrls })
  const found = paths.filter(({ target }) => idsIn(target).includes(entryId))
  const shape = {
    ...shapeOf(branch),
    after: page.after !== undefined,
    rowsMax: page.rowsMax,
  }
  const rows = await db.many(selectBacklinks(shape), {
    ...branch,
    callerId: caller.userId,
    entryId,
    across: isPage ? storableJson(across) : null,
    found: [...new Set(found.map(({ id }) => id))],
    afterSpaceId: page.afterText(0),
    afterId: page.afterText(1),
  })
  const names = rows.flatMap(({ space_id, entry_id }) =>
    space_id === null ? [] : [{ spaceId: space_id, entryId: entry_id }],
  )
  const { viewEntry } = await readLocations(context, place, { entries: names })
  // Entries that were removed after the list was read are left out.
  const shown = names.flatMap((name) => {
    const location = viewEntry(name)
    return location === undefined ? [] : [{ name, location }]
  })
  return page.finish(shown, {
    count: rows[0]?.count ?? 0,
    keyOf: ({ name }) => [name.spaceId, name.entryId],
    view: ({ location }) => location,
  })
}
