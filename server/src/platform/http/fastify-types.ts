import type { OperationDefinition } from '@lectern/contract/operation.ts'
import type { OperationId } from '@lectern/contract/operations.ts'

import type { ApiError } from '#/platform/errors/api-error.ts'

import type { Reader } from './caller.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    operationId?: OperationId
    definition?: OperationDefinition
    /** The methods of a path, on the routes that refuse all others. */
    allowed?: readonly string[]
  }
  interface FastifyRequest {
    caller: Reader | undefined
    /** Whether the caller is the renderer of this installation, which is trusted to name sites. */
    isRenderer: boolean
    /** The refusal that is thrown once the rate limiter has counted the attempt. */
    refusal: ApiError | undefined
    startedNs: bigint
    bodyBytes: Buffer | undefined
  }
}
