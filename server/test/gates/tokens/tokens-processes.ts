import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { findRole } from '#/access/actor.ts'
import { createAuthenticator } from '#/access/authenticate.ts'
import { createSessionAuthenticator } from '#/access/session.ts'
import { readConfig } from '#/platform/config/config.ts'
import { type Authenticate, isVisitor } from '#/platform/http/caller.ts'
import { buildServer } from '#/platform/http/server.ts'
import type { Services } from '#/platform/services.ts'
import { allOperations } from '#/start/all-operations.ts'
import { openServices } from '#/start/services.ts'

import { freePort } from '../../../../tools/free-port.ts'

const program = new URL('../../../src/start/lectern-server.ts', import.meta.url).pathname
const readyWithinMs = 120_000
const dayMs = 24 * 3600 * 1000

export interface StartedApi {
  readonly url: string
  readonly stop: () => Promise<void>
}

export interface LoggedOptions {
  readonly kind: 'api' | 'worker'
  readonly name: string
  readonly logFolder: string
  readonly environment: Readonly<Record<string, string>>
  /** How far its clock is from everybody else's. */
  readonly clockDays?: number
}

/** A server process that writes all it has to say into a file. */
export async function startLogged(options: LoggedOptions): Promise<StartedApi> {
  const { kind, name, logFolder, environment, clockDays = 0 } = options
  const url = `http://127.0.0.1:${await freePort()}`
  const log = openSync(path.join(logFolder, `${name}.log`), 'a')
  const child = spawn(process.execPath, [program, 'start', kind], {
    env: {
      ...process.env,
      ...environment,
      PORT: new URL(url).port,
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(clockOff(clockDays))}`,
    },
    stdio: ['ignore', log, log],
  })
  const gone = once(child, 'exit')
  if (kind === 'api') await untilReady(url, child)
  return {
    url,
    async stop() {
      child.kill('SIGTERM')
      await gone
    },
  }
}

/** Moves the only clock that a program in JavaScript tells the time of day by. */
function clockOff(days: number): string {
  return `
    const True = Date
    const offMs = ${days * dayMs}
    globalThis.Date = class extends True {
      constructor(...given) {
        if (given.length === 0) super(True.now() + offMs)
        else super(...given)
      }
      static now() { return True.now() + offMs }
    }`
}

async function untilReady(url: string, child: ChildProcess): Promise<void> {
  const deadline = Date.now() + readyWithinMs
  while (Date.now() < deadline) {
    if (child.exitCode !== null) throw new Error('The api ended before it was ready')
    const reply = await fetch(`${url}/readyz`).catch(() => undefined)
    if (reply?.status === 200) return
    await sleep(30)
  }
  child.kill('SIGKILL')
  throw new Error('The api was not ready in time')
}

/** The real api but for the defect that its authenticator is given. */
async function startDefective(
  environment: Readonly<Record<string, string>>,
  authenticator: (services: Services) => Authenticate,
): Promise<StartedApi> {
  const config = readConfig({ ...environment, LOG_LEVEL: 'silent' })
  const { services, close } = await openServices(config, { component: 'api' })
  const server = await buildServer(services, {
    operations: allOperations,
    authenticate: authenticator(services),
    authenticateSession: createSessionAuthenticator(services.db, config),
    findRole,
    isDraining: () => false,
    uncounted: [],
    identified: [],
    counted: [],
  })
  return {
    url: await server.listen({ host: '127.0.0.1', port: 0 }),
    async stop() {
      await server.close()
      await close()
    },
  }
}

/** A clock at a fifth of its speed keeps every answer five times as long. */
export async function startWithStaleCache(
  environment: Readonly<Record<string, string>>,
): Promise<StartedApi> {
  return startDefective(environment, ({ db, log }) =>
    createAuthenticator(db, { log, nowMs: () => performance.now() / 5 }),
  )
}

/** Every token may do what only those with the write scope may. */
export async function startWithoutScopes(
  environment: Readonly<Record<string, string>>,
): Promise<StartedApi> {
  return startDefective(environment, ({ db, log }) => {
    const authenticate = createAuthenticator(db, { log })
    return async (authorization) => {
      const caller = await authenticate(authorization)
      return isVisitor(caller) ? caller : { ...caller, mayWrite: true }
    }
  })
}

export async function startWithQueryPerGuess(
  environment: Readonly<Record<string, string>>,
): Promise<StartedApi> {
  return startDefective(environment, ({ db, log }) => {
    const authenticate = createAuthenticator(db, { log })
    return async (authorization) => {
      await db.raw('select 1')
      return authenticate(authorization)
    }
  })
}
