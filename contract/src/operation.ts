import type { Static, TObject, TProperties, TSchema } from 'typebox'

/** Who may send the request at all; what they may then do is the server's policy. */
export type Caller = 'anyone' | 'user'

/**
 * What a token restricted to one organization may still call: everything below that organization,
 * plain reads of the account behind it, and nothing that could widen the token's own reach.
 */
export type Reach = 'organization' | 'account' | 'account-write' | 'public'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
export type SuccessStatus = 200 | 201 | 204
export type ErrorStatus = 400 | 403 | 404 | 409 | 412

export interface OperationDefinition {
  readonly method: Method
  readonly path: `/${string}`
  /** Other paths under which it is served, for clients that know it there. */
  readonly aliases?: readonly `/${string}`[]
  readonly tag: string
  readonly summary: string
  readonly description?: string
  /** When another operation took its place. It goes on working, and its answers say so. */
  readonly deprecated?: { readonly since: `${number}-${number}-${number}` }
  readonly caller: Caller
  /** Whether the visitor of a published site may call it, with the token that resolving a URL gave. */
  readonly visitor?: true
  readonly reach: Reach
  /** Readers of a site are counted together, not by where they come from. */
  readonly limitedBy?: 'site'
  readonly params?: TProperties
  /** The last parameter takes the rest of the path: several segments, or none. */
  readonly takesRest?: boolean
  readonly query?: TProperties
  readonly body?: TSchema
  /** True when the operation may also be called without a body. */
  readonly bodyOptional?: boolean
  /** How large a body it takes, where that is not the size for all. */
  readonly bodyBytesMax?: number
  readonly status: SuccessStatus
  readonly reply?: TSchema
  /** The type of an answer that is bytes and no JSON. */
  readonly bytes?: `application/${string}`
  /** A single object read by its id: answers carry an ETag and honour If-None-Match. */
  readonly versioned?: boolean
  /** Changes nothing, whatever its method. */
  readonly isRead?: true
  /** No cache may keep its answers: they hold a token, or what only one reader may see. */
  readonly isPrivate?: true
  /** A write on a single object that honours If-Match. */
  readonly conditional?: boolean
  /** Refusals particular to the operation; those every operation can give are added by kind. */
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

/** The TypeScript face of one definition: what its handler receives and must answer. */
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
