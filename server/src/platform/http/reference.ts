import { hash } from 'node:crypto'

import { buildOpenApi } from '@lectern/contract/openapi.ts'
import scalar from '@scalar/fastify-api-reference'
import type { FastifyInstance } from 'fastify'

import type { Services } from '#/platform/services.ts'
import { productVersion } from '#/platform/version.ts'

/**
 * Everything the page needs comes from this server; the browser refuses other sources, and of the
 * scripts in the page all but those that the server wrote.
 */
function contentSecurityPolicy(page: unknown): string {
  const scripts = typeof page === 'string' ? inlineScripts(page).map(hashOf) : []
  return [
    "default-src 'none'",
    ["script-src 'self'", ...scripts].join(' '),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ')
}

function inlineScripts(page: string): string[] {
  return page
    .split('<script')
    .slice(1)
    .filter((part) => !part.slice(0, part.indexOf('>')).includes(' src='))
    .map((part) => part.slice(part.indexOf('>') + 1, part.indexOf('</script>')))
}

function hashOf(script: string): string {
  return `'sha256-${hash('sha256', script, 'base64')}'`
}

/** The OpenAPI document for programs at `/v1/openapi.json`, and for people at `/reference`. */
export async function addReference(
  server: FastifyInstance,
  { config }: Services,
): Promise<void> {
  let document: string | undefined
  server.get('/v1/openapi.json', (_request, reply) => {
    document ??= JSON.stringify(
      buildOpenApi({ version: productVersion, serverUrl: `${config.PUBLIC_URL}/v1` }),
    )
    return reply.type('application/json; charset=utf-8').send(document)
  })
  server.addHook('onSend', (request, reply, payload, done) => {
    const isPage = String(reply.getHeader('content-type')).startsWith('text/html')
    if (request.url.startsWith('/reference')) {
      const policy = contentSecurityPolicy(isPage ? payload : undefined)
      reply.header('content-security-policy', policy)
    }
    done(null, payload)
  })
  await server.register(scalar, {
    routePrefix: '/reference',
    configuration: {
      url: '/v1/openapi.json',
      pageTitle: 'Lectern API reference',
      telemetry: false,
      withDefaultFonts: false,
      hideClientButton: true,
      showDeveloperTools: 'never',
      mcp: { disabled: true },
      agent: { disabled: true },
      externalUrls: { dashboardUrl: '', registryUrl: '', proxyUrl: '', apiBaseUrl: '' },
      // The footer links to the site of its maker; the dependency list has the notice instead.
      customCss: '.darklight-reference a[href^="http"] { display: none }',
    },
  })
}
