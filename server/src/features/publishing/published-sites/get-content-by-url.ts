import type { ContentByUrl } from '@lectern/contract/urls.ts'

import { findForReader } from '#/features/review/change-requests/public.ts'
import {
  resolveCollection,
  viewCollection,
} from '#/features/writing/collections/public.ts'
import { findPageAtPath } from '#/features/writing/pages/public.ts'
import { resolveSpace, viewSpace } from '#/features/writing/spaces/public.ts'
import { ApiError } from '#/platform/errors/api-error.ts'
import type { Context } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'

import { appPlaceIn } from './app-url.ts'
import { nothingAtUrl } from './published-errors.ts'
import { resolveUrl } from './resolve-url.ts'

export const getContentByUrl = operation(
  'getContentByUrl',
  async ({ query: { url } }, context) => {
    try {
      const place = appPlaceIn(context.config, url)
      if (place === undefined) return await publishedContent(context, url)
      if ('collectionId' in place) {
        const found = await resolveCollection(context.db, context, place.collectionId)
        return { collection: viewCollection(found, context) }
      }
      return await contentOfSpace(context, place)
    } catch (error) {
      // All not-found errors look the same: which part of a URL leads nowhere would tell what
      // exists.
      const isMissing = error instanceof ApiError && error.status === 404
      throw isMissing ? nothingAtUrl() : error
    }
  },
)

interface InSpace {
  readonly spaceId: string
  readonly changeRequestId: string | undefined
  readonly segments: readonly string[]
}

async function contentOfSpace(
  context: Context,
  { spaceId, changeRequestId, segments }: InSpace,
): Promise<ContentByUrl> {
  const space = viewSpace(await resolveSpace(context.db, context, spaceId), context)
  if (changeRequestId !== undefined) {
    const { changeRequest } = await findForReader(context, { spaceId, changeRequestId })
    return { space, changeRequest }
  }
  const page =
    segments.length === 0 ? undefined : await findPageAtPath(context, spaceId, segments)
  return { space, ...(page !== undefined && { page }) }
}

async function publishedContent(context: Context, url: string): Promise<ContentByUrl> {
  const found = await resolveUrl(context, {
    url,
    jwtToken: undefined,
    memberToken: undefined,
    unsignedClaims: undefined,
    redirectOnError: false,
  })
  if ('redirect' in found) throw nothingAtUrl()
  const segments = found.pathname
    .split('/')
    .filter((segment) => segment !== '')
    .map(decodeURIComponent)
  const { space: spaceId, changeRequest: changeRequestId } = found
  return contentOfSpace(context, { spaceId, changeRequestId, segments })
}
