import type { FastifyInstance } from 'fastify'

import { findRole } from '#/access/actor.ts'
import { createAuthenticator, createFindMarked } from '#/access/authenticate.ts'
import { addUnsubscribePages } from '#/features/joining/notifications/public.ts'
import { addWelcomePages } from '#/features/joining/welcome/public.ts'
import { addAppPages } from '#/features/publishing/app-pages/public.ts'
import {
  addFontRoutes,
  addRendererFonts,
} from '#/features/publishing/custom-fonts/public.ts'
import { addTlsQuestions } from '#/features/publishing/custom-hostnames/public.ts'
import { addDiagramRoutes } from '#/features/publishing/diagrams/public.ts'
import { addPdfRoutes } from '#/features/publishing/pdf/public.ts'
import {
  addRenderStream,
  createFindVisitor,
  sitesOfFiles,
} from '#/features/publishing/published-sites/public.ts'
import { addSpecRoutes } from '#/features/references/openapi-specs/public.ts'
import { addFileDownloads, type FileReaders } from '#/features/writing/files/public.ts'
import type { Authenticate } from '#/platform/http/caller.ts'
import type { Config } from '#/platform/config/config.ts'
import { addFrontPage } from '#/platform/http/front-page.ts'
import { addHealth } from '#/platform/http/health.ts'
import { addReference } from '#/platform/http/reference.ts'
import { buildServer, type ServerParts } from '#/platform/http/server.ts'
import { startMetricsServer } from '#/platform/metrics/metrics-server.ts'
import type { Services } from '#/platform/services.ts'
import { folderStorageRoutes } from '#/platform/storage/folder-storage-routes.ts'

import { allOperations } from './all-operations.ts'
import { openServices, type ServicesOptions } from './services.ts'

export interface RunningApi {
  readonly url: string
  readonly metricsUrl: string
  readonly services: Services
  readonly stop: () => Promise<void>
}

export async function startApi(
  config: Config,
  options: Pick<ServicesOptions, 'onStatement'> = {},
): Promise<RunningApi> {
  const { services, close } = await openServices(config, { component: 'api', ...options })
  const health = addHealth()
  const findVisitor = createFindVisitor(services)
  const findMarked = createFindMarked(services.db, findVisitor)
  const authenticate = createAuthenticator(services.db, { findVisitor })
  const server = await buildServer(services, {
    operations: allOperations,
    authenticate,
    findRole,
    isDraining: health.isDraining,
    uncounted: [
      health.add,
      addRenderStream,
      addPdfRoutes,
      addDiagramRoutes,
      addRendererFonts,
    ],
    counted: countedRoutes({ findMarked, ...sitesOfFiles(services) }, authenticate),
  })
  const url = await server.listen({ host: config.HOST, port: config.PORT })
  const metrics = await startMetricsServer({
    metrics: services.metrics,
    host: config.METRICS_HOST,
    port: config.METRICS_PORT,
    onFailure: (error) => services.log.error({ err: error }, 'metrics failed'),
  })
  services.log.info({ url, metricsPort: metrics.port }, 'api listens')
  return {
    url,
    metricsUrl: `http://${config.METRICS_HOST}:${metrics.port}/metrics`,
    services,
    async stop() {
      health.drain()
      await new Promise((resolve) => setTimeout(resolve, config.DRAIN_SECONDS * 1000))
      await server.close()
      await metrics.stop()
      await close()
    },
  }
}

/** Routes outside /v1 that anybody may ask for, counted for the address that asks. */
export function countedRoutes(
  readers: FileReaders,
  authenticate: Authenticate,
): ServerParts['counted'] {
  return [
    addFrontPage,
    addReference,
    addAppPages,
    addWelcomePages,
    addUnsubscribePages,
    addStorageRoutes,
    (scope, services) => addFileDownloads(scope, services, readers),
    addFontRoutes,
    (scope, services) => addSpecRoutes(scope, services, authenticate),
    addTlsQuestions,
  ]
}

/** Serves the signed URLs of a folder; a bucket serves its own itself. */
async function addStorageRoutes(
  server: FastifyInstance,
  { storage, signer }: Services,
): Promise<void> {
  if (storage.kind === 'folder') {
    await server.register(folderStorageRoutes, { storage, signer })
  }
}
