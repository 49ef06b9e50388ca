import { Redis } from 'ioredis'

import type { Config } from '#/platform/config/config.ts'
import type { Mail } from '#/platform/mail/mail.ts'
import type { Storage } from '#/platform/storage/storage.ts'

import { reasonOf } from '../failure.ts'
import { type Check, fail, ok, type Verdict, warn } from './check.ts'

const redisTimeoutMs = 3_000

/** The services besides the database. */
export interface Engines {
  readonly storage: () => Promise<Storage>
  readonly mail: () => Mail
}

export function engineChecks(config: Config, engines: Engines): readonly Check[] {
  return [
    { name: 'redis', judge: async () => judgeRedis(config.REDIS_URL) },
    { name: 'storage', judge: async () => judgeStorage(config, engines) },
    { name: 'mail', judge: async () => judgeMail(config, engines) },
  ]
}

async function judgeRedis(url: string | undefined): Promise<Verdict> {
  if (url === undefined) return ok('not used; each api counts requests for itself')
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: redisTimeoutMs,
    commandTimeout: redisTimeoutMs,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  })
  let cause: unknown
  redis.on('error', (error) => {
    cause ??= error
  })
  try {
    await redis.connect()
    await redis.ping()
    return ok('answers')
  } catch (error) {
    return fail(
      `it does not answer (${reasonOf(cause ?? error)})`,
      'Check REDIS_URL and that Redis runs, or remove REDIS_URL',
    )
  } finally {
    redis.disconnect()
  }
}

async function judgeStorage(config: Config, { storage }: Engines): Promise<Verdict> {
  const where =
    config.STORAGE === 's3'
      ? `bucket ${config.S3_BUCKET}`
      : `folder ${config.STORAGE_FOLDER}`
  try {
    const opened = await storage()
    await opened.check()
    return ok(`${where}: a file was written, read back and deleted`)
  } catch (error) {
    return fail(
      `${where} cannot be used (${reasonOf(error)})`,
      config.STORAGE === 's3'
        ? 'Check S3_BUCKET, S3_REGION, S3_ENDPOINT and the credentials'
        : 'Set STORAGE_FOLDER to a folder that the process can write to',
    )
  }
}

async function judgeMail(config: Config, { mail }: Engines): Promise<Verdict> {
  const opened = mail()
  try {
    await opened.check()
  } catch (error) {
    return fail(
      `no mail can be sent (${reasonOf(error)})`,
      config.MAIL_URL === undefined
        ? 'Set MAIL_FOLDER to a folder that the process can write to, or MAIL_URL to an SMTP server'
        : 'Check MAIL_URL: host, port, user and password',
    )
  } finally {
    await opened.close()
  }
  if (config.MAIL_URL !== undefined) return ok('the SMTP server takes mail')
  const detail = `mails are written to ${config.MAIL_FOLDER} and reach nobody`
  return config.LECTERN_ENV === 'development'
    ? ok(detail)
    : warn(detail, 'Set MAIL_URL to an SMTP server')
}
