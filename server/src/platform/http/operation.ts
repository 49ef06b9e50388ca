import type { OperationId, Operations } from '@lectern/contract/operations.ts'

import type { Context, PublicContext, ReaderContext } from './context.ts'
import type { Committed, JsonPieces, Streamed, Versioned } from './outcome.ts'

type Types<Id extends OperationId> = Operations[Id]

export type Request<Id extends OperationId> = Pick<Types<Id>, 'params' | 'query' | 'body'>
export type Reply<Id extends OperationId> = Types<Id>['reply']

type Outcome<Id extends OperationId> = Types<Id>['writes'] extends true
  ? Committed<Reply<Id>>
  : Types<Id>['versioned'] extends true
    ? Versioned<Reply<Id>>
    : Types<Id>['bytes'] extends true
      ? Streamed
      : Reply<Id> | JsonPieces<Reply<Id>>

type ContextOf<Id extends OperationId> = Types<Id>['caller'] extends 'anyone'
  ? PublicContext
  : Types<Id>['visitor'] extends true
    ? ReaderContext
    : Context

type Handler<Id extends OperationId> = (
  request: Request<Id>,
  context: ContextOf<Id>,
) => Promise<Outcome<Id>>

export interface Operation {
  readonly id: OperationId
  readonly handle: (request: never, context: never) => Promise<unknown>
  /**
   * Refuses, as the handler does, whoever may not do it at all. Operations with larger bodies than
   * others have it: it is asked before the body comes.
   */
  readonly admit?: (request: never, context: never) => Promise<unknown>
}

type Admit<Id extends OperationId> = (
  request: Pick<Request<Id>, 'params'>,
  context: ContextOf<Id>,
) => Promise<unknown>

/** Ties a handler to an operation of the contract, which defines its types, path and validation. */
export function operation<Id extends OperationId>(
  id: Id,
  handle: Handler<Id>,
  admit?: Admit<Id>,
): Operation {
  return { id, handle, ...(admit !== undefined && { admit }) }
}
