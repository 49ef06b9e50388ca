/** Whoever a valid token stands for, with what the token itself allows. */
export interface Caller {
  readonly userId: string
  /** Names the token in rate limits and logs without revealing it. */
  readonly tokenId: string
  readonly mayWrite: boolean
  /** Set when the token is good for one organization only. */
  readonly organizationId: string | undefined
}

/** What a visitor may see of their site, as it was at one epoch of the site. */
export interface Sight {
  readonly epoch: number
  /** Whether everybody may see the same. */
  readonly isPublic: boolean
  readonly spaceIds: ReadonlySet<string>
  readonly siteSpaceIds: ReadonlySet<string>
  readonly claims: Readonly<Record<string, unknown>>
  /** Equal for visitors who see the same; empty for those of whom nothing is known. */
  readonly audience: string
  /** The change request or revision that is shown in place of the head. */
  readonly preview:
    | { readonly branchId?: string; readonly revisionId?: string }
    | undefined
}

/** A reader of one published site; nobody's account is behind them. */
export interface SiteVisitor {
  readonly siteId: string
  readonly organizationId: string
  readonly tokenId: string
  /** Undefined when the site is closed to them. What was seen last may be out of date, unless `fresh`. */
  readonly look: (fresh?: 'fresh') => Promise<Sight | undefined>
}

/** Whoever reads: a user, or the visitor of a site. */
export type Reader = Caller | SiteVisitor

export function isVisitor(reader: Reader): reader is SiteVisitor {
  return 'siteId' in reader
}

/** The user; visitors have no account, and nothing is stored under this name. */
export function userIdOf(reader: Reader): string {
  return isVisitor(reader) ? '' : reader.userId
}

/** Gives the caller behind an Authorization header, or throws what to answer instead. */
export type Authenticate = (authorization: string) => Promise<Reader> | Reader
