import { unsignedClaimsBytesMax } from '@lectern/contract/urls.ts'

import { operation } from '#/platform/http/operation.ts'

import type { Claims } from './audience.ts'
import { tooManyClaims } from './published-errors.ts'
import { resolveUrl } from './resolve-url.ts'

export const resolvePublishedContentByUrl = operation(
  'resolvePublishedContentByUrl',
  async ({ body: { url, visitor, redirectOnError = false } }, context) =>
    resolveUrl(context, {
      url,
      jwtToken: visitor?.jwtToken,
      memberToken: visitor?.memberToken,
      unsignedClaims: boundedClaims(visitor?.unsignedClaims),
      redirectOnError,
    }),
)

export const getPublishedContentByUrl = operation(
  'getPublishedContentByUrl',
  async ({ query: { url, visitorAuthToken, redirectOnError = false } }, context) =>
    resolveUrl(context, {
      url,
      jwtToken: visitorAuthToken,
      memberToken: undefined,
      unsignedClaims: undefined,
      redirectOnError,
    }),
)

/** What visitors say of themselves is stored with their token, and anybody can say anything. */
function boundedClaims(claims: Claims | undefined): Claims | undefined {
  const bytes = Buffer.byteLength(JSON.stringify(claims ?? {}))
  if (bytes > unsignedClaimsBytesMax) throw tooManyClaims()
  return claims
}
