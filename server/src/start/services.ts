import { createSharedCache } from '#/platform/caches/shared-cache.ts'
import { createTextCache, type TextCache } from '#/platform/caches/text-cache.ts'
import { systemClock } from '#/platform/clock/clock.ts'
import type { Config } from '#/platform/config/config.ts'
import { type Database, openDatabase } from '#/platform/database/database.ts'
import type { StatementListener } from '#/platform/database/queryable.ts'
import { createEgress } from '#/platform/egress/egress.ts'
import { createGatherings } from '#/platform/gathering/gatherings.ts'
import { openJobQueue } from '#/platform/jobs/job-queue.ts'
import { openLogger } from '#/platform/logging/logger.ts'
import { openMail } from '#/platform/mail/mail.ts'
import { createBudget } from '#/platform/memory/budget.ts'
import { createTurns } from '#/platform/memory/turns.ts'
import { createMetrics, type Metrics } from '#/platform/metrics/metrics.ts'
import { createPasswordHasher } from '#/platform/secrets/password-hasher.ts'
import { createSealer } from '#/platform/secrets/sealed-secret.ts'
import { createSigner } from '#/platform/secrets/signing.ts'
import type { Services } from '#/platform/services.ts'
import { openStorage, type StorageConfig } from '#/platform/storage/storage.ts'
import { createHomes } from '#/platform/tenancy/homes.ts'
import { openThreads, threadsByCores } from '#/platform/threads/threads.ts'
import { openTracing } from '#/platform/tracing/tracing.ts'

/** The room for cached texts, some ten thousand pages; a process may hold far more memory. */
const textBytesMax = 64 * 1024 * 1024

/** The room for cached plans of merges; a plan that needs more than half of it is not kept. */
const planBytesMax = 64 * 1024 * 1024

export interface OpenServices {
  readonly services: Services
  readonly close: () => Promise<void>
}

export interface ServicesOptions {
  readonly component: 'api' | 'worker' | 'command'
  readonly onStatement?: StatementListener
}

/** Opens the services of a process, in order; `close` ends them in the reverse order. */
export async function openServices(
  config: Config,
  { component, onStatement }: ServicesOptions,
): Promise<OpenServices> {
  const log = openLogger(config.LOG_LEVEL, component)
  const metrics = createMetrics({
    databasePool: () => {
      const { total, idle, waiting } = db.poolStats()
      return { busy: total - idle, idle, waiting }
    },
  })
  const db = databaseOf(config, metrics, { component, onStatement })
  const signer = createSigner(config.SECRET_KEYS)
  const jobs = await openJobQueue(db, log, component === 'worker' ? 'worker' : 'sender')
  const mail = openMail(mailConfig(config))
  const tracing = await openTracing(
    tracingConfig(config, component, (error) => {
      log.warn({ err: error }, 'traces could not be sent')
    }),
  )
  const threads = openThreads({
    threadsMax: config.CONTENT_THREADS ?? threadsByCores(),
  })
  const texts = createTextCache({ bytesMax: textBytesMax })
  measureTexts(metrics, texts)
  const services: Services = Object.freeze({
    config,
    db,
    homes: createHomes(db),
    jobs,
    mail,
    storage: await openStorage(storageConfig(config), signer),
    egress: createEgress({
      allowedNetworks: config.EGRESS_ALLOWED_NETWORKS,
      userAgent: 'Lectern',
    }),
    requestTurns: createTurns({
      perMinute: config.OPENAPI_PROXY_LIMIT_ORGANIZATION,
      atOnce: 50,
      atOnceOfKey: 10,
    }),
    threads,
    importMemory: createBudget(config.IMPORT_MEMORY_MB * 1024 * 1024),
    texts,
    plans: createSharedCache({ bytesMax: planBytesMax }),
    gatherings: createGatherings({ db, clock: systemClock, log }),
    signer,
    sealer: createSealer(config.SECRET_KEYS),
    passwords: createPasswordHasher(),
    clock: systemClock,
    log,
    metrics,
    tracing,
  })
  return {
    services,
    async close() {
      await services.gatherings.close()
      await jobs.stop()
      await mail.close()
      await threads.close()
      await tracing.shutdown()
      await db.close()
      log.flush()
    },
  }
}

function databaseOf(
  config: Config,
  metrics: Pick<Metrics, 'leftRead'>,
  {
    component,
    onStatement,
  }: Pick<ServicesOptions, 'component'> & {
    readonly onStatement: StatementListener | undefined
  },
): Database {
  return openDatabase(
    {
      url: config.DATABASE_URL,
      poolSize: config.DATABASE_POOL_SIZE,
      readers: config.DATABASE_READERS,
      prepare: config.DATABASE_PREPARE,
      readsFrom: config.DATABASE_READS_FROM,
      onLeftRead: (reason) => metrics.leftRead(reason),
      applicationName: `lectern ${component}`,
    },
    onStatement,
  )
}

export function mailConfig(config: Config) {
  const { MAIL_URL, MAIL_FOLDER, MAIL_FROM: from } = config
  return MAIL_URL === undefined
    ? ({ kind: 'folder', folder: MAIL_FOLDER, from } as const)
    : ({ kind: 'smtp', url: MAIL_URL, from } as const)
}

function tracingConfig(
  config: Config,
  component: string,
  onFailure: (error: Error) => void,
) {
  const endpoint = config.OTEL_EXPORTER_OTLP_ENDPOINT
  return endpoint === undefined
    ? undefined
    : { endpoint, serviceName: `lectern-${component}`, onFailure }
}

export function storageConfig(config: Config): StorageConfig {
  if (config.STORAGE === 'folder' || config.S3_BUCKET === undefined) {
    return { kind: 'folder', folder: config.STORAGE_FOLDER, publicUrl: config.PUBLIC_URL }
  }
  const { S3_ENDPOINT, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = config
  return {
    kind: 's3',
    bucket: config.S3_BUCKET,
    region: config.S3_REGION,
    forcePathStyle: config.S3_FORCE_PATH_STYLE,
    ...(S3_ENDPOINT !== undefined && { endpoint: S3_ENDPOINT }),
    ...(S3_ACCESS_KEY_ID !== undefined && { accessKeyId: S3_ACCESS_KEY_ID }),
    ...(S3_SECRET_ACCESS_KEY !== undefined && { secretAccessKey: S3_SECRET_ACCESS_KEY }),
  }
}

function measureTexts(metrics: Metrics, texts: TextCache): void {
  const help = 'Bytes that a cache holds'
  metrics.gauge({ name: 'lectern_cache_bytes', help, label: 'cache' }, () => ({
    texts: texts.bytes(),
  }))
}
