import { hash } from 'node:crypto'

import { invalidRequest } from '#/platform/errors/api-error.ts'

/** The ETag `"<version>-<digest>"`: If-Match reads the first part, caches compare the whole. */
export function etagOf(version: number, seenAs: string): string {
  return `"${version}-${hash('sha256', seenAs, 'base64url').slice(0, 16)}"`
}

export function matchesAny(ifNoneMatch: string, etag: string): boolean {
  if (ifNoneMatch === etag || ifNoneMatch === '*') return true
  return ifNoneMatch
    .split(',')
    .some((candidate) => candidate.trim().replace(/^W\//, '') === etag)
}

/** The version that a write requires; undefined when it accepts any. */
export function versionFromIfMatch(ifMatch: string | undefined): number | undefined {
  if (ifMatch === undefined || ifMatch.trim() === '*') return undefined
  const version = /^\s*(?:W\/)?"(\d{1,9})(?:-[\w-]*)?"\s*$/.exec(ifMatch)?.[1]
  if (version === undefined) {
    throw invalidRequest(
      'If-Match must be one ETag as this server gives them, such as "3-Xy…", or *.',
    )
  }
  return Number(version)
}
