import type { Statement } from '#/platform/database/statement.ts'

export interface Replacement {
  readonly organizationId: string
  readonly name: string
  readonly sealed: string
  /** The sealed text as read: the update touches no row when someone else has written since. */
  readonly before: string
}

export interface AccountReplacement {
  readonly accountId: string
  readonly sealed: string
  readonly before: string
}

/** A store of sealed secrets of accounts, one of each. */
export interface AccountSealedStore {
  readonly scopeOf: (accountId: string) => string
  /** A part of them, in the order of the accounts' ids. */
  readonly select: Statement<
    { readonly afterId: string; readonly rowsMax: number },
    { readonly id: string; readonly sealed: string }
  >
  readonly find: Statement<{ readonly accountId: string }, { readonly sealed: string }>
  readonly replace: Statement<AccountReplacement, unknown>
}

/** A store of an organization's sealed secrets, each under a separate name. */
export interface SealedStore {
  /** The scope that a sealed text is bound to: it opens in no other row. */
  readonly scopeOf: (organizationId: string, name: string) => string
  readonly select: Statement<
    { organizationId: string },
    { readonly name: string; readonly sealed: string }
  >
  readonly replace: Statement<Replacement, unknown>
}
