import { ApiError } from '#/platform/errors/api-error.ts'

/** Who asks for an address. */
export interface Somebody {
  readonly organization: string
  readonly user: string
}

export type Got =
  | { readonly kind: 'fetched' }
  | { readonly kind: 'refused'; readonly message: string }
  | { readonly kind: 'failed'; readonly error: unknown }

export function callerOf({ user: userId }: Somebody) {
  return { userId, tokenId: 'gate', mayWrite: true, organizationId: undefined }
}

export function refusalIn(error: unknown): Got {
  const isRefusal = error instanceof ApiError && [400, 404].includes(error.status)
  return isRefusal
    ? { kind: 'refused', message: error.message }
    : { kind: 'failed', error }
}
