import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

import type { Metrics } from './metrics.ts'

export interface MetricsServer {
  /** The actual port, which the system chooses when 0 is requested. */
  readonly port: number
  stop(): Promise<void>
}

export interface MetricsServerOptions {
  readonly metrics: Pick<Metrics, 'contentType' | 'text'>
  readonly host: string
  readonly port: number
  /** Called with the reason why a scrape was answered with 500. */
  readonly onFailure: (error: unknown) => void
}

/** Serves metrics on a separate port, so that the public one never does. */
export async function startMetricsServer(
  options: MetricsServerOptions,
): Promise<MetricsServer> {
  const { host, port } = options
  const server = createServer({ requestTimeout: 10_000 }, (request, response) => {
    void answer(options, request, response)
  })
  server.listen(port, host)
  await once(server, 'listening')

  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : port,
    stop: async () => {
      if (!server.listening) return
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

async function answer(
  { metrics, onFailure }: MetricsServerOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const [path] = (request.url ?? '').split('?')
  if (path !== '/metrics') {
    answerError(response, 404, 'Only /metrics is served here')
    return
  }
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.setHeader('allow', 'GET, HEAD')
    answerError(response, 405, 'Only GET and HEAD are served here')
    return
  }
  try {
    const text = await metrics.text()
    response.writeHead(200, { 'content-type': metrics.contentType })
    response.end(text)
  } catch (error) {
    onFailure(error)
    answerError(response, 500, 'The metrics could not be collected')
  }
}

function answerError(response: ServerResponse, code: number, message: string): void {
  response.writeHead(code, { 'content-type': 'application/json; charset=utf-8' })
  response.end(JSON.stringify({ error: { code, message } }))
}
