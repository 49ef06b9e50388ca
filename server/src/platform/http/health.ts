import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'

import { statement } from '#/platform/database/statement.ts'
import type { Services } from '#/platform/services.ts'

// A read like any other: queueing for a writer connection, a busy process would seem unready and
// pass its requests to other processes that are just as busy.
const ping = statement('health.ping', () => sql`select 1`)

/** The routes `/livez` (the process answers) and `/readyz` (it also takes requests). */
export function addHealth() {
  let draining = false
  return {
    isDraining: () => draining,
    drain: () => {
      draining = true
    },
    add: (server: FastifyInstance, { db }: Services): void => {
      server.get('/livez', () => ({ status: 'ok' }))
      server.get('/readyz', async (_request, reply) => {
        if (draining) return reply.status(503).send({ status: 'draining' })
        try {
          await db.first(ping, {})
          return { status: 'ok' }
        } catch {
          return reply.status(503).send({ status: 'database unavailable' })
        }
      })
    },
  }
}
