import type { SharedCache } from './caches/shared-cache.ts'
import type { TextCache } from './caches/text-cache.ts'
import type { Clock } from './clock/clock.ts'
import type { Config } from './config/config.ts'
import type { Database } from './database/database.ts'
import type { Egress } from './egress/egress.ts'
import type { Gatherings } from './gathering/gatherings.ts'
import type { JobQueue } from './jobs/job-queue.ts'
import type { Logger } from './logging/logger.ts'
import type { Mail } from './mail/mail.ts'
import type { Budget } from './memory/budget.ts'
import type { Metrics } from './metrics/metrics.ts'
import type { Turns } from './memory/turns.ts'
import type { PasswordHasher } from './secrets/password-hasher.ts'
import type { Sealer } from './secrets/sealed-secret.ts'
import type { Signer } from './secrets/signing.ts'
import type { OpenedStorage } from './storage/storage.ts'
import type { Homes } from './tenancy/homes.ts'
import type { Threads } from './threads/threads.ts'
import type { Tracing } from './tracing/tracing.ts'

/** The services of a process, made once by its composition root and passed down frozen. */
export interface Services {
  readonly config: Config
  readonly db: Database
  readonly homes: Homes
  readonly jobs: JobQueue
  readonly mail: Mail
  readonly storage: OpenedStorage
  readonly egress: Egress
  /** Whose turn it is to send requests of readers elsewhere. */
  readonly requestTurns: Turns
  readonly threads: Threads
  /** The memory that imports of this process may hold together. */
  readonly importMemory: Budget
  /** Immutable answers that are costly to make, cached for as long as there is room. */
  readonly texts: TextCache
  /** Plans of merges, by the heads of both branches. */
  readonly plans: SharedCache
  /** Counts and the like, written together with those of other requests. */
  readonly gatherings: Gatherings
  readonly signer: Signer
  readonly sealer: Sealer
  readonly passwords: PasswordHasher
  readonly clock: Clock
  readonly log: Logger
  readonly metrics: Metrics
  readonly tracing: Tracing
}
