import type { FastifyInstance } from 'fastify'

import { findRole } from '#/access/actor.ts'
import { createAuthenticator, createFindMarked } from '#/access/authenticate.ts'
import { createScimAuthenticator } from '#/access/scim-token.ts'
import { createSessionAuthenticator } from '#/access/session.ts'
import { addEmailChangePages } from '#/features/joining/email-change/public.ts'
import {
  addFirstRunPages,
  announceFirstRun,
} from '#/features/joining/first-run/public.ts'
import { addUnsubscribePages } from '#/features/joining/notifications/public.ts'
import { addScimRoutes } from '#/features/joining/provisioning/public.ts'
import { addProviderPages } from '#/features/joining/provider-sign-in/public.ts'
import { addSamlPages } from '#/features/joining/saml-sign-in/public.ts'
import { addSignInPages } from '#/features/joining/sign-in/public.ts'
import { addSignUpPages } from '#/features/joining/sign-up/public.ts'
import { addSiteSignIn } from '#/features/joining/site-sign-in/public.ts'
import { addWelcomePages } from '#/features/joining/welcome/public.ts'
import { createRenewSession } from '#/features/people/sessions/public.ts'
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
import { addVisitRoutes } from '#/features/publishing/site-visits/public.ts'
import { addChangesRoutes } from '#/features/references/openapi-changes/public.ts'
import { addPartRoutes } from '#/features/references/openapi-parts/public.ts'
import { addSpecRoutes } from '#/features/references/openapi-specs/public.ts'
import { addFileDownloads, type FileReaders } from '#/features/writing/files/public.ts'
import type { Config } from '#/platform/config/config.ts'
import { createFindReader } from '#/platform/http/find-reader.ts'
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
  const findMarked = createFindMarked(services, findVisitor)
  const authenticate = createAuthenticator(services.db, {
    findVisitor,
    log: services.log,
  })
  const authenticateSession = createSessionAuthenticator(services.db, config, {
    renew: createRenewSession(services.db, config),
  })
  const authenticateScim = createScimAuthenticator(services.db)
  const readers = { findMarked, ...sitesOfFiles(services) }
  const server = await buildServer(services, {
    operations: allOperations,
    authenticate,
    authenticateSession,
    findRole,
    isDraining: health.isDraining,
    uncounted: [
      health.add,
      addRenderStream,
      addPdfRoutes,
      addDiagramRoutes,
      (scope) => addPartRoutes(scope, services, readers),
      addRendererFonts,
      addVisitRoutes,
    ],
    identified: [(scope) => addScimRoutes(scope, services, authenticateScim)],
    counted: countedRoutes(readers, { authenticate, authenticateSession }),
  })
  const url = await server.listen({ host: config.HOST, port: config.PORT })
  const metrics = await startMetricsServer({
    metrics: services.metrics,
    host: config.METRICS_HOST,
    port: config.METRICS_PORT,
    onFailure: (error) => services.log.error({ err: error }, 'metrics failed'),
  })
  await announceFirstRun(services)
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
  {
    authenticate,
    authenticateSession,
  }: Pick<ServerParts, 'authenticate' | 'authenticateSession'>,
): ServerParts['counted'] {
  const findReaderOf = ({ config }: Services) =>
    createFindReader({ authenticate, authenticateSession }, config)
  return [
    addFrontPage,
    addReference,
    addAppPages,
    (scope, services) => addFirstRunPages(scope, services, authenticateSession),
    (scope, services) => addWelcomePages(scope, services, authenticateSession),
    (scope, services) => addSignInPages(scope, services, authenticateSession),
    (scope, services) => addSignUpPages(scope, services, authenticateSession),
    (scope, services) => addEmailChangePages(scope, services, authenticateSession),
    (scope, services) => addProviderPages(scope, services, authenticateSession),
    (scope, services) => addSamlPages(scope, services, authenticateSession),
    (scope, services) => addSiteSignIn(scope, services, authenticateSession),
    addUnsubscribePages,
    addStorageRoutes,
    (scope, services) => addFileDownloads(scope, services, readers),
    addFontRoutes,
    (scope, services) => addSpecRoutes(scope, services, findReaderOf(services)),
    (scope, services) => addChangesRoutes(scope, services, findReaderOf(services)),
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
