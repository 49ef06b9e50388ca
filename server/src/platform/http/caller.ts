/** The user of a valid token or session, with the limits of the token itself. */
export interface Caller {
  readonly userId: string
  /** Identifies the token or the session in rate limits and logs without revealing it. */
  readonly tokenId: string
  readonly mayWrite: boolean
  /** Set when the token is valid for one organization only. */
  readonly organizationId: string | undefined
  /** The organization whose single sign-on has vouched for the caller. */
  readonly provenFor?: string | undefined
  /** The organization that the caller may enter without its single sign-on, as one of its admins. */
  readonly breaksGlassOf?: string | undefined
  readonly fileMark?: FileMark
  /** Set where a browser's session stands for the user, and no token. */
  readonly session?: SessionOfCaller
}

export interface SessionOfCaller {
  readonly id: string
  /** What the session is stored under; a new secret of the same session has another one. */
  readonly hash: string
  /** Gives the session another secret, where that is due; undefined where another request has done so. */
  readonly renew?: () => Promise<RenewedSession | undefined>
}

/** A session with another secret: what it is stored under, and the Set-Cookie header. */
export interface RenewedSession {
  readonly hash: string
  readonly cookie: string
}

/**
 * Names a token in the URLs of files that its bearer is given, without revealing it: such a URL
 * works for as long as the token reads the file. Absent for who reads only what everybody may.
 */
export type FileMark = `${'s' | 'u' | 'v'}${string}`

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

/** Returns the caller of the secret in a browser's cookie, or throws the error to answer. */
export type AuthenticateSession = (secret: string) => Promise<Reader> | Reader
