import type { ChangeRequest } from '@lectern/contract/change-requests.ts'
import type { Revision } from '@lectern/contract/content.ts'
import type { ContentLocation } from '@lectern/contract/links.ts'
import type { Organization } from '@lectern/contract/organizations.ts'
import type { Space } from '@lectern/contract/spaces.ts'

import { isPageKind } from '#/content-store/entries/public.ts'
import type { LocatedRow, SpaceHeadRow } from '#/content-store/links/public.ts'
import { viewFile } from '#/features/writing/files/public.ts'
import {
  pageScene,
  viewPage,
  viewReusableContent,
} from '#/features/writing/pages/public.ts'
import type { Context } from '#/platform/http/context.ts'

/** The organization, space and revision of an entry. */
export interface Surroundings {
  readonly organization: Organization
  readonly space: Space
  readonly head: SpaceHeadRow
  /** The change request that the head belongs to; undefined for the main content. */
  readonly changeRequest?: ChangeRequest
}

/** The location of a page, a file or a reusable content; undefined for any other entry. */
export function viewLocation(
  context: Context,
  row: LocatedRow,
  { organization, space, head, changeRequest }: Surroundings,
): ContentLocation | undefined {
  const versionContext =
    changeRequest === undefined
      ? { type: 'revision' as const, revision: viewRevisionAlone(context, head) }
      : { type: 'changeRequest' as const, changeRequest }
  const around = { organization, space, versionContext }
  if (isPageKind(row.kind)) {
    const scene =
      changeRequest === undefined
        ? pageScene(context, space.id)
        : { appUrl: changeRequest.urls.app, isForVisitor: false }
    const page = viewPage(row, scene, row.slugs.join('/'), [])
    return { kind: 'page', ...around, page }
  }
  if (row.kind === 'file') {
    const branchId = changeRequest?.id ?? space.id
    const of = { spaceId: space.id, branchId, fileEpoch: head.file_epoch }
    return { kind: 'file', ...around, file: viewFile(row, context, of) }
  }
  if (row.kind === 'reusable-content') {
    const reusableContent = viewReusableContent(row)
    return { kind: 'reusable-content', ...around, reusableContent }
  }
  return undefined
}

/** The revision without its pages and files, because every location of an answer repeats it. */
function viewRevisionAlone(context: Context, head: SpaceHeadRow): Revision {
  return {
    object: 'revision',
    id: head.revision_id,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a check constraint holds the column to these
    type: head.type as Revision['type'],
    parents: head.parents,
    pages: [],
    files: [],
    reusableContents: [],
    tags: [],
    createdAt: head.created_at,
    urls: { app: pageScene(context, head.space_id, head.revision_id).appUrl },
  }
}
