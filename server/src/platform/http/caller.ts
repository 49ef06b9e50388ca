/** The user of a valid token, with the limits of the token itself. */
export interface Caller {
  readonly userId: string
  /** Identifies the token in rate limits and logs without revealing it. */
  readonly tokenId: string
  readonly mayWrite: boolean
  /** Set when the token is valid for one organization only. */
  readonly organizationId: string | undefined
  readonly fileMark?: FileMark
}

/**
 * Names a token in the URLs of files that its bearer is given, without revealing it: such a URL
 * works for as long as the token reads the file. Absent for who reads only what everybody may.
 */
export type FileMark = `${'u' | 'v'}${string}`

/** The parts of a site that a visitor may see, as of one epoch of the site. */
export interface Sight {
  readonly epoch: number
  /** Whether every visitor may see the same. */
  readonly isPublic: boolean
  readonly spaceIds: ReadonlySet<string>
  readonly siteSpaceIds: ReadonlySet<string>
  readonly claims: Readonly<Record<string, unknown>>
  /** Equal for visitors who see the same; empty for visitors without claims. */
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
  readonly fileMark?: FileMark
  /** The bytes of what is known of the visitor, for who keeps visitors in memory. */
  readonly bytes: number
  /** Undefined when the site is closed to the visitor. May be outdated, unless `fresh`. */
  readonly look: (fresh?: 'fresh') => Promise<Sight | undefined>
}

/** A user, or the visitor of a site. */
export type Reader = Caller | SiteVisitor

export function isVisitor(reader: Reader): reader is SiteVisitor {
  return 'siteId' in reader
}

/** The user id; visitors have no account, and nothing is stored under the empty id. */
export function userIdOf(reader: Reader): string {
  return isVisitor(reader) ? '' : reader.userId
}

/** Returns the caller of an Authorization header, or throws the error to answer. */
export type Authenticate = (authorization: string) => Promise<Reader> | Reader
