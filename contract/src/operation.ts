import type { Static, TObject, TProperties, TSchema } from 'typebox'

/** The callers that may send the request; the server's policy decides their permissions. */
export type Caller = 'anyone' | 'user'

/**
 * The reach of an operation, which limits tokens for one organization: these may call everything
 * below that organization and plain reads of the token's account, and nothing that could widen
 * their own reach or shows how else the account can be used: that is `account-write`.
 */
export type Reach = 'organization' | 'account' | 'account-write' | 'public'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
export type SuccessStatus = 200 | 201 | 204
export type ErrorStatus = 400 | 403 | 404 | 409 | 412

export interface OperationDefinition {
  readonly method: Method
  readonly path: `/${string}`
  /** Other paths of the operation, for clients that know these. */
  readonly aliases?: readonly `/${string}`[]
  readonly tag: string
  readonly summary: string
  readonly description?: string
  /** Set when another operation replaces this one, which still works; its answers have a notice. */
  readonly deprecated?: { readonly since: `${number}-${number}-${number}` }
  readonly caller: Caller
  /** Whether the visitor of a published site may call it, with the token from resolving a URL. */
  readonly visitor?: true
  readonly reach: Reach
  /** Requests of a site's readers count together, not by their address. */
  readonly limitedBy?: 'site'
  readonly params?: TProperties
  /** The last parameter takes the rest of the path: several segments, or none. */
  readonly takesRest?: boolean
  readonly query?: TProperties
  readonly body?: TSchema
  /** True when the operation may also be called without a body. */
  readonly bodyOptional?: boolean
  /** The size limit of a body, where it differs from the general one. */
  readonly bodyBytesMax?: number
  readonly status: SuccessStatus
  /** Answers 201 in place of `status` when the object is new. */
  readonly mayCreate?: true
  readonly reply?: TSchema
  /** The media type of an answer that is bytes instead of JSON. */
  readonly bytes?: `application/${string}`
  /** A single object read by its id: answers have an ETag and honour If-None-Match. */
  readonly versioned?: boolean
  /** Marks an operation that changes nothing, even if its method is not GET. */
  readonly isRead?: true
  /**
   * Marks a read whose answer holds a secret that gives more than reading: a token that may only
   * read is refused, or gets the answer without the secret.
   */
  readonly revealsSecret?: 'refused' | 'left-out'
  /** No cache may store the answers: they contain a token, or content for one reader only. */
  readonly isPrivate?: true
  /** The answer leaves out what an older client, which names itself in this header, cannot read. */
  readonly variesBy?: 'User-Agent'
  /** A write on a single object that honours If-Match. */
  readonly conditional?: boolean
  /** Refusals particular to the operation; the common ones of its kind are added. */
  readonly errors: readonly ErrorStatus[]
}

type PropertiesOf<D, K extends 'params' | 'query'> =
  D extends Record<K, infer P extends TProperties> ? Static<TObject<P>> : object

type BodyOf<D> = D extends { body: infer B extends TSchema }
  ? D extends { bodyOptional: true }
    ? Static<B> | undefined
    : Static<B>
  : undefined

type ReplyOf<D> = D extends { reply: infer R extends TSchema } ? Static<R> : undefined

/** The TypeScript types of one definition: the input and the answer of its handler. */
export interface OperationTypes<D extends OperationDefinition> {
  readonly params: PropertiesOf<D, 'params'>
  readonly query: PropertiesOf<D, 'query'>
  readonly body: BodyOf<D>
  readonly reply: ReplyOf<D>
  readonly writes: D extends { method: 'GET' } | { isRead: true } ? false : true
  readonly versioned: D extends { versioned: true } ? true : false
  readonly bytes: D extends { bytes: string } ? true : false
  readonly caller: D['caller']
  readonly visitor: D extends { visitor: true } ? true : false
}

export function defineOperations<const D extends Record<string, OperationDefinition>>(
  definitions: D,
): D {
  return definitions
}
