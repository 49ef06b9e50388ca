import type { ContentRef, UrlRef } from '@lectern/content/document/references.ts'
import { splitDestination } from '@lectern/content/look/destination.ts'
import { folderOf, joinPath } from '@lectern/content/look/paths.ts'
import type { LinkStatus } from '@lectern/content/look/resolve-ref.ts'

import { type OfBranch, shapeOf } from '#/content-store/branches/public.ts'
import { isPageKind } from '#/content-store/entries/public.ts'
import type { Queryable } from '#/platform/database/queryable.ts'

import { fileOfPage, pathOfNamed } from './page-files.ts'
import { type DraftOfTargets, resolveLinks } from './resolve-links.ts'
import { type BrokenPathsRow, selectBrokenPaths } from './select-links.ts'
import { selectLocated } from './select-located.ts'

/** The new target of a path that led nowhere when it was written. */
export interface FoundPath {
  readonly id: string
  readonly url: string
  readonly target: ContentRef
  readonly status: LinkStatus
}

/** A draft without changes to the head. */
const noDraft: DraftOfTargets = {
  pages: { ids: [], parents: [], slugs: [], touched: [] },
  named: [],
  made: new Set(),
  gone: new Set(),
}

/** Resolves broken paths of one entry or of all again: their targets may have appeared since. */
export async function findBrokenPaths(
  db: Queryable,
  branch: OfBranch,
  { entryId, appUrls }: { entryId?: string; appUrls: readonly string[] },
): Promise<readonly FoundPath[]> {
  const select = selectBrokenPaths({ ...shapeOf(branch), only: entryId !== undefined })
  const rows = (await db.many(select, { ...branch, entryId })).filter(
    ({ refs }) => refs.length > 0,
  )
  if (rows.length === 0) return []
  const fileOf = await filesOf(db, branch, rows)
  const bodies = rows.map((row) => ({
    id: row.id,
    isPage: isPageKind(row.kind) && row.kind !== 'link',
    file: fileOf(row),
    refs: row.refs,
    conditions: [],
    // Links to the page's own anchors were resolved when it was written and change only with its
    // text.
    anchors: new Set<string>(),
  }))
  const resolved = await resolveLinks(db, branch, bodies, { draft: noDraft, appUrls })
  return bodies.flatMap(({ id, file, refs }) =>
    refs.map((ref, index) => {
      const link = resolved.get(id)?.links[index]
      const isFound = link !== undefined && link.status !== 'broken'
      return {
        id,
        url: ref.url,
        target: isFound ? (link.target ?? link.ref) : fromTop(ref, file),
        status: isFound ? link.status : 'broken',
      }
    }),
  )
}

/** A function that returns the file from which the relative paths of a row start. */
async function filesOf(
  db: Queryable,
  branch: OfBranch,
  rows: readonly BrokenPathsRow[],
): Promise<(row: BrokenPathsRow) => string> {
  const { organizationId, spaceId, branchId, mainNumber } = branch
  const placed = rows.filter(({ kind, path }) => path === null && isPageKind(kind))
  const located = await db.many(selectLocated(shapeOf(branch)), {
    organizationId,
    spaceIds: placed.map(() => spaceId),
    branchIds: placed.map(() => branchId),
    mainNumbers: placed.map(() => mainNumber),
    entryIds: placed.map(({ id }) => id),
  })
  const addresses = new Map(
    located.map(({ entry_id, slugs }) => [entry_id, slugs.join('/')]),
  )
  return ({ id, kind, title, path, readme }) =>
    isPageKind(kind)
      ? fileOfPage(addresses.get(id) ?? '', { readme, ...(path !== null && { path }) })
      : pathOfNamed({ kind, title, path })
}

/** The path from the top, so that the same missing path is reported once for all pages. */
function fromTop(ref: UrlRef, file: string): UrlRef {
  const { path = '', query = '', fragment = '' } = splitDestination(ref.url) ?? {}
  const joined = joinPath(path.startsWith('/') ? '' : folderOf(file), path)
  if (path === '' || joined === undefined) return ref
  return { kind: 'url', url: joined + query + fragment }
}
