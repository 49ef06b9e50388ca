/** Whoever a valid token stands for, with what the token itself allows. */
export interface Caller {
  readonly userId: string
  /** Names the token in rate limits and logs without revealing it. */
  readonly tokenId: string
  readonly mayWrite: boolean
  /** Set when the token is good for one organization only. */
  readonly organizationId: string | undefined
}

/** Gives the caller behind an Authorization header, or throws what to answer instead. */
export type Authenticate = (authorization: string) => Promise<Caller> | Caller
