import { processSpec } from '#/features/references/openapi-specs/process-spec.ts'
import { showSpec } from '#/features/references/openapi-specs/show-spec.ts'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import type { OperationDefinition } from '@lectern/contract/operation.ts'
import { type OperationId, operations } from '@lectern/contract/operations.ts'

import { findRole } from '#/access/actor.ts'
import { createAuthenticator } from '#/access/authenticate.ts'
import { type AuthenticateScim, createScimAuthenticator } from '#/access/scim-token.ts'
import { createSessionAuthenticator } from '#/access/session.ts'
import { startTestDns } from '../../custom-hostnames/test-dns.ts'
import { addScimRoutes } from '#/features/joining/provisioning/public.ts'
import { createFindVisitor } from '#/features/publishing/published-sites/public.ts'
import { readConfig } from '#/platform/config/config.ts'
import type { Database } from '#/platform/database/database.ts'
import type { Operation } from '#/platform/http/operation.ts'
import { buildServer } from '#/platform/http/server.ts'
import type { Storage } from '#/platform/storage/storage.ts'
import { allOperations } from '#/start/all-operations.ts'
import { openServices } from '#/start/services.ts'

import { createTestDatabase, onServer } from '../../test-database.ts'

/** A defect to plant in the server under test. */
export interface Plant {
  /** Replaces the handler of one operation. */
  readonly handlers?: Partial<Record<OperationId, (handle: Handle) => Handle>>
  /** What the server is told instead of the contract; the gate itself keeps to the contract. */
  readonly definitions?: Partial<
    Record<OperationId, Partial<Pick<OperationDefinition, 'body' | 'reply'>>>
  >
  /** Replaces who finds the directory that a request is of. */
  readonly directories?: (db: Database) => AuthenticateScim
}

export type Handle = (
  request: HandledRequest,
  context: HandledContext,
) => Promise<unknown>
export interface HandledRequest {
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, unknown>>
  readonly body: unknown
}
export interface HandledContext {
  readonly db: Database
  readonly caller: { readonly userId: string }
}

export interface ReadOf {
  readonly organizationId: string
  readonly specId: string
}

export interface GateApi {
  readonly url: string
  readonly databaseUrl: string
  readonly db: Database
  readonly storage: Storage
  /** Reads an OpenAPI specification, as the worker does. */
  readonly readSpec: (of: ReadOf) => Promise<void>
  readonly stop: () => Promise<void>
}

/** The real api in this process, on a database of its own, with a defect when one is given. */
export async function startGateApi(plant: Plant = {}): Promise<GateApi> {
  const database = await createTestDatabase()
  // These gates ask what is answered, not what survives: no need to wait for the disk.
  const name = new URL(database.url).pathname.slice(1)
  await onServer(`alter database ${name} set synchronous_commit to off`)
  const folder = await mkdtemp(path.join(tmpdir(), 'lectern-gate-'))
  const dns = await startTestDns()
  const config = readConfig({
    LECTERN_ENV: 'development',
    DATABASE_URL: database.url,
    HOST: '127.0.0.1',
    PORT: '0',
    LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'silent',
    RATE_LIMIT_TOKEN: '0',
    RATE_LIMIT_ADDRESS: '0',
    RATE_LIMIT_SITE: '0',
    INVITE_LIMIT_SENDER: '0',
    INVITE_LIMIT_ORGANIZATION: '0',
    INVITE_LIMIT_RECIPIENT: '0',
    SSO_LIMIT_ORGANIZATION: '0',
    ORGANIZATIONS_PER_ACCOUNT: '0',
    OPENAPI_PROXY: 'on',
    OPENAPI_PROXY_LIMIT_ORGANIZATION: '0',
    MAIL_FOLDER: path.join(folder, 'mail'),
    STORAGE_FOLDER: path.join(folder, 'files'),
    PUBLIC_URL: 'http://lectern.test',
    DNS_SERVERS: dns.address,
  })
  const { services, close } = await openServices(config, { component: 'api' })
  const restore = replaceDefinitions(plant.definitions ?? {})
  const findDirectory = plant.directories ?? createScimAuthenticator
  const authenticateScim = findDirectory(services.db)
  const server = await buildServer(services, {
    operations: allOperations.map((operation) => planted(operation, plant)),
    authenticate: createAuthenticator(services.db, {
      findVisitor: createFindVisitor(services),
      log: services.log,
    }),
    authenticateSession: createSessionAuthenticator(services.db, config),
    findRole,
    isDraining: () => false,
    uncounted: [],
    identified: [(scope) => addScimRoutes(scope, services, authenticateScim)],
    counted: [],
  }).finally(restore)
  const url = await server.listen({ host: config.HOST, port: 0 })
  return {
    url,
    databaseUrl: database.url,
    db: services.db,
    storage: services.storage,
    async readSpec(of) {
      await processSpec.run(of, services)
      await showSpec.run(of, services)
    },
    async stop() {
      await server.close()
      await close()
      dns.stop()
      await database.drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function planted(operation: Operation, { handlers = {} }: Plant): Operation {
  const replace = handlers[operation.id]
  if (replace === undefined) return operation
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every handler takes the validated request of its own operation
  const handle = replace(operation.handle as Handle)
  return { id: operation.id, handle }
}

/** Routes keep the schemas they were built with, so this only has to last while they are built. */
function replaceDefinitions(changes: NonNullable<Plant['definitions']>): () => void {
  const restores = Object.entries(changes).map(([id, change]) => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of the changes are operation ids
    const definition: OperationDefinition = operations[id as OperationId]
    const before = { ...definition }
    Object.assign(definition, change)
    return () => Object.assign(definition, before)
  })
  return () => {
    for (const restore of restores) restore()
  }
}
