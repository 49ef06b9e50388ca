import type { Statement } from '#/platform/database/statement.ts'

export interface Replacement {
  readonly organizationId: string
  readonly name: string
  readonly sealed: string
  /** Touches no row when someone else has written the secret since it was read. */
  readonly before: string
}

/** A place where an organization's secrets are kept sealed, each under a name of its own. */
export interface SealedStore {
  /** What a sealed text is bound to: it opens in no other row. */
  readonly scopeOf: (organizationId: string, name: string) => string
  readonly select: Statement<
    { organizationId: string },
    { readonly name: string; readonly sealed: string }
  >
  readonly replace: Statement<Replacement, unknown>
}
