import { operation } from '#/platform/http/operation.ts'

import { resolveUrl } from './resolve-url.ts'

export const resolvePublishedContentByUrl = operation(
  'resolvePublishedContentByUrl',
  async ({ body: { url, visitor, redirectOnError = false } }, context) =>
    resolveUrl(context, {
      url,
      jwtToken: visitor?.jwtToken,
      unsignedClaims: visitor?.unsignedClaims,
      redirectOnError,
    }),
)

export const getPublishedContentByUrl = operation(
  'getPublishedContentByUrl',
  async ({ query: { url, visitorAuthToken, redirectOnError = false } }, context) =>
    resolveUrl(context, {
      url,
      jwtToken: visitorAuthToken,
      unsignedClaims: undefined,
      redirectOnError,
    }),
)
