import type { OperationDefinition } from '@lectern/contract/operation.ts'
import type { OperationId } from '@lectern/contract/operations.ts'

import type { ApiError } from '#/platform/errors/api-error.ts'

import type { Reader } from './caller.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    operationId?: OperationId
    definition?: OperationDefinition
    /** The methods a path takes, on the routes that refuse all others. */
    allowed?: readonly string[]
  }
  interface FastifyRequest {
    caller: Reader | undefined
    /** Whether the renderer of this installation is asking, who is not counted by its address. */
    isRenderer: boolean
    /** Kept until the rate limiter has counted the attempt. */
    refusal: ApiError | undefined
    startedNs: bigint
    bodyBytes: Buffer | undefined
  }
}
