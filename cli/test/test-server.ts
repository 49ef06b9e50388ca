import { createServer, type IncomingHttpHeaders, request } from 'node:http'

import { type RunningWorker, startWorker } from '@lectern/server/start/worker.ts'

import { recordStatement } from '../../server/test/recorded-statements.ts'
import { startTestApi, type TestApi } from '../../server/test/test-api.ts'

export interface TestServer extends TestApi {
  /** Nothing is imported before. */
  startWorker(): Promise<void>
  /** How often the storage is still to answer that it is busy. */
  storageIsBusy(times: number): void
  /** The headers of each upload that arrived. */
  readonly uploads: IncomingHttpHeaders[]
}

/** The real api and worker; what is uploaded passes a stand-in for the storage's own server. */
export async function startTestServer(): Promise<TestServer> {
  const uploads: IncomingHttpHeaders[] = []
  let busy = 0
  let apiUrl = ''
  const storage = createServer((incoming, outgoing) => {
    if (busy > 0) {
      busy -= 1
      incoming.resume()
      outgoing.writeHead(503, { connection: 'close' }).end('busy')
      return
    }
    uploads.push(incoming.headers)
    const { method, headers, url = '' } = incoming
    const passed = request(`${apiUrl}${url}`, { method, headers }, (reply) => {
      outgoing.writeHead(reply.statusCode ?? 500, reply.headers)
      reply.pipe(outgoing)
    })
    incoming.pipe(passed)
  })
  await new Promise<void>((resolve) => {
    storage.listen(0, '127.0.0.1', resolve)
  })
  const address = storage.address()
  if (address === null || typeof address === 'string') throw new Error('No port')
  const api = await startTestApi({ PUBLIC_URL: `http://127.0.0.1:${address.port}` })
  apiUrl = api.url
  let worker: RunningWorker | undefined
  return {
    ...api,
    uploads,
    storageIsBusy(times) {
      busy = times
    },
    async startWorker() {
      const { config } = api.services
      worker = await startWorker(config, { onStatement: recordStatement })
    },
    async stop() {
      await worker?.stop()
      await api.stop()
      storage.close()
      storage.closeAllConnections()
    },
  }
}
