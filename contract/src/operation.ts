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
  readonly caller: Caller
  readonly reach: Reach
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
  /** A single object read by its id: answers carry an ETag and honour If-None-Match. */
  readonly versioned?: boolean
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
  readonly writes: D['method'] extends 'GET' ? false : true
  readonly versioned: D extends { versioned: true } ? true : false
  readonly caller: D['caller']
}

export function defineOperations<const D extends Record<string, OperationDefinition>>(
  definitions: D,
): D {
  return definitions
}
