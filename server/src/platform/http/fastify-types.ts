import type { OperationDefinition } from '@lectern/contract/operation.ts'
import type { OperationId } from '@lectern/contract/operations.ts'

import type { ApiError } from '#/platform/errors/api-error.ts'

import type { Reader } from './caller.ts'
import type { HeldBodies } from './held-bodies.ts'
import type { Bucket, ResolvedSite } from './rate-buckets.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    operationId?: OperationId
    definition?: OperationDefinition
    /** The methods of a path, on the routes that refuse all others. */
    allowed?: readonly string[]
  }
  interface FastifyInstance {
    /** Counts a request without a token for a site; throws when its readers made too many. */
    countForSite: (
      request: FastifyRequest,
      reply: FastifyReply,
      site: ResolvedSite,
    ) => Promise<void>
  }
  interface FastifyInstance {
    heldBodies: HeldBodies
  }
  interface FastifyRequest {
    caller: Reader | undefined
    /** Whether the caller is the renderer of this installation, which is trusted to name sites. */
    isRenderer: boolean
    /** The refusal that is thrown once the rate limiter has counted the attempt. */
    refusal: ApiError | undefined
    startedNs: bigint
    bodyBytes: Buffer | undefined
    /** The bucket to count in next, once more than the caller is known. */
    bucket: Bucket | undefined
  }
}
