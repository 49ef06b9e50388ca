import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import type { TestApi, TestBody } from '#test/test-api.ts'

/** A renderer of its own, as small as can be: it asks the api for the content and prints the titles. */
export interface TestRenderer {
  readonly url: string
  /** What the api gave for each token, in order. */
  readonly given: { readonly status: number; readonly body: TestBody }[]
  /** What happens with a token before it is used. */
  beforeAsking: (token: string) => Promise<void>
  /** Says which api to ask. */
  serve(api: TestApi): void
  readonly stop: () => Promise<void>
}

export async function startTestRenderer(): Promise<TestRenderer> {
  const given: { status: number; body: TestBody }[] = []
  let api: TestApi | undefined
  const server = createServer((request, response) => {
    const answer = async () => {
      const body = await render((request.url ?? '').replace('/~print/', ''))
      response.writeHead(body === undefined ? 502 : 200, { 'content-type': 'text/html' })
      response.end(body)
    }
    answer().catch(() => response.destroy())
  })
  async function render(token: string): Promise<string | undefined> {
    await renderer.beforeAsking(token)
    const reply = await fetch(`${api?.url}/~render/print/${token}`, {
      headers: { authorization: `Bearer ${api?.services.config.RENDERER_SECRET}` },
    })
    const body: TestBody = await reply.json()
    given.push({ status: reply.status, body })
    return reply.ok ? pageOf(body) : undefined
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on a port
  const { port } = server.address() as AddressInfo
  const renderer: TestRenderer = {
    url: `http://127.0.0.1:${port}`,
    given,
    beforeAsking: async () => {},
    serve(running) {
      api = running
    },
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return renderer
}

function pageOf({ pages, files }: TestBody): string {
  const titles = pages.map(
    ({ id, title }: TestBody) =>
      `<a href="#p-${id}">${title}</a> <span data-page-of="p-${id}"></span><br>`,
  )
  const bodies = pages.map(
    ({ id, title, document }: TestBody) =>
      `<h1 style="break-before: page" id="p-${id}">${title}</h1><p>${textIn(document)}</p>`,
  )
  const images = files.map(
    ({ downloadURL }: TestBody) => `<img src="${downloadURL}" width="50" height="50">`,
  )
  return `<!doctype html><meta charset="utf-8"><title>Printed</title>${titles.join('')}${bodies.join('')}${images.join('')}`
}

function textIn(node: TestBody): string {
  if (node === undefined) return ''
  if (typeof node.text === 'string') return node.text
  return [...(node.nodes ?? []), ...(node.leaves ?? [])].map(textIn).join('')
}
