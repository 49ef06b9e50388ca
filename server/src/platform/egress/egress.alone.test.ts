import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { text } from 'node:stream/consumers'
import { after, before, beforeEach, describe, it } from 'node:test'
import { getCACertificates, setDefaultCACertificates, type TLSSocket } from 'node:tls'
import { promisify } from 'node:util'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'

import { makeTestCertificate } from '#test/egress/test-certificate.ts'
import {
  limits,
  startCanary,
  startServer,
  type TestServer,
} from '#test/egress/test-server.ts'

import { EgressFailed, EgressRefused } from './egress-errors.ts'
import { createEgress } from './egress.ts'

const execute = promisify(execFile)
const loopback = { allowedNetworks: ['127.0.0.0/8'], userAgent: 'Lectern/test' }

const packedBodies = new Map([
  ['/gzip', { encoding: 'gzip', body: gzipSync('packed') }],
  ['/x-gzip', { encoding: 'x-gzip', body: gzipSync('packed') }],
  ['/upper', { encoding: 'GZIP', body: gzipSync('packed') }],
  ['/br', { encoding: 'br', body: brotliCompressSync('packed') }],
  ['/deflate', { encoding: 'deflate', body: deflateSync('packed') }],
  ['/identity', { encoding: 'identity', body: Buffer.from('packed') }],
])

describe('fetching a URL that is allowed', () => {
  const egress = createEgress(loopback)
  const seen: { request: IncomingMessage; body: string }[] = []
  async function answer(
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    seen.push({ request, body: await text(request) })
    const packed = packedBodies.get(request.url ?? '')
    if (packed) response.setHeader('content-encoding', packed.encoding)
    if (request.url === '/missing') response.statusCode = 404
    if (request.url === '/none') response.statusCode = 204
    response.setHeader('x-answer', 'yes')
    response.end(packed?.body ?? `${request.method} ${request.url}`)
  }
  let server: TestServer
  before(async () => {
    server = await startServer((request, response) => void answer(request, response))
  })
  after(() => server.stop())
  beforeEach(() => {
    seen.length = 0
  })

  it('gives status, headers, body and the URL', async () => {
    const reply = await egress.fetch(`${server.origin}/a/b?c=d#fragment`, limits)
    assert.equal(reply.status, 200)
    assert.equal(reply.headers['x-answer'], 'yes')
    assert.equal(reply.body.toString(), 'GET /a/b?c=d')
    assert.equal(reply.url, `${server.origin}/a/b?c=d`)
  })

  it('asks on one connection that it closes, under our name and the host of the URL', async () => {
    await egress.fetch(server.origin, limits)
    const headers = seen[0]?.request.headers
    assert.equal(headers?.['user-agent'], 'Lectern/test')
    assert.equal(headers?.host, `127.0.0.1:${server.port}`)
    assert.equal(headers?.connection, 'close')
    assert.equal(headers?.['accept-encoding'], 'gzip, br')
    const socket = seen[0]?.request.socket
    if (socket?.destroyed === false) await once(socket, 'close')
  })

  it('sends method, headers and body', async () => {
    const reply = await egress.fetch(`${server.origin}/hook`, {
      ...limits,
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Signature': 'abc' },
      body: '{"é":1}',
    })
    assert.equal(reply.body.toString(), 'POST /hook')
    assert.equal(seen[0]?.body, '{"é":1}')
    assert.equal(seen[0]?.request.headers['content-type'], 'application/json')
    assert.equal(seen[0]?.request.headers['x-signature'], 'abc')
    assert.equal(seen[0]?.request.headers['content-length'], '8')
  })

  for (const path of packedBodies.keys()) {
    it(`unpacks what came as ${path.slice(1)} and drops the headers that told of it`, async () => {
      const reply = await egress.fetch(server.origin + path, limits)
      assert.equal(reply.body.toString(), 'packed')
      assert.equal(reply.headers['content-encoding'], undefined)
      assert.equal(reply.headers['content-length'], undefined)
    })
  }

  it('gives an empty body for HEAD and 204, also when a packed one was announced', async () => {
    for (const path of ['/gzip', '/plain']) {
      const reply = await egress.fetch(server.origin + path, {
        ...limits,
        method: 'HEAD',
      })
      assert.equal(reply.status, 200)
      assert.equal(reply.body.length, 0)
    }
    assert.equal((await egress.fetch(`${server.origin}/none`, limits)).status, 204)
  })

  it('gives an answer of any status', async () => {
    assert.equal((await egress.fetch(`${server.origin}/missing`, limits)).status, 404)
  })

  for (const name of [
    'Host',
    'content-length',
    'Transfer-Encoding',
    'Proxy-Authorization',
  ]) {
    it(`refuses the header ${name}, which is not the caller's to set`, async () => {
      await assert.rejects(
        egress.fetch(server.origin, { ...limits, headers: { [name]: '1' } }),
        (error) => error instanceof EgressRefused && error.reason === 'header',
      )
      assert.equal(seen.length, 0)
    })
  }

  for (const headers of [
    { 'x-a': 'b\r\nhost: evil' },
    { 'x-a\r\nb': 'c' },
    { '': 'x' },
  ]) {
    it(`refuses ${JSON.stringify(headers)}, which would split the request`, async () => {
      await assert.rejects(
        egress.fetch(server.origin, { ...limits, headers }),
        (error) => error instanceof EgressRefused && error.reason === 'header',
      )
      assert.equal(seen.length, 0)
    })
  }
})

describe('the address of a name', () => {
  const hostNames: (string | undefined)[] = []
  let server: TestServer
  let canary: TestServer
  before(async () => {
    server = await startServer(
      ({ headers }, response) => {
        hostNames.push(headers.host)
        response.end('right')
      },
      { address: '127.0.0.2' },
    )
    canary = await startCanary(server.port, '127.0.0.1')
  })
  after(() => Promise.all([server.stop(), canary.stop()]))

  it('is asked for once, so that a second answer cannot move the connection', async () => {
    let asked = 0
    const egress = createEgress({
      ...loopback,
      allowedNetworks: ['127.0.0.2/32'],
      resolve: async () => {
        asked += 1
        return [asked === 1 ? '127.0.0.2' : '127.0.0.1']
      },
    })
    const url = `http://rebound.example:${server.port}/`
    assert.equal((await egress.fetch(url, limits)).body.toString(), 'right')
    assert.equal(asked, 1)
    assert.deepEqual(hostNames, [`rebound.example:${server.port}`])

    await assert.rejects(
      egress.fetch(url, limits),
      (error) => error instanceof EgressRefused && error.reason === 'address',
    )
    assert.equal(asked, 2)
    assert.equal(canary.connections, 0)
  })

  it('is the next one when the first does not answer', async () => {
    const egress = createEgress({
      ...loopback,
      resolve: async () => ['127.0.0.3', '127.0.0.2'],
    })
    const reply = await egress.fetch(`http://two.example:${server.port}/`, limits)
    assert.equal(reply.body.toString(), 'right')
  })

  it('fails by name when it cannot be found', async () => {
    const egress = createEgress({
      ...loopback,
      resolve: () =>
        Promise.reject(Object.assign(new Error('no'), { code: 'ENOTFOUND' })),
    })
    await assert.rejects(egress.fetch('http://nowhere.example/', limits), {
      name: 'EgressFailed',
      message: 'The request failed (ENOTFOUND)',
    })
  })
})

describe('fetching over TLS', () => {
  const trusted = getCACertificates('default')
  let server: TestServer
  let serverNames: (string | false | undefined)[] = []
  let port: number
  before(async () => {
    const { key, certificate } = makeTestCertificate(['docs.example'], ['127.0.0.1'])
    setDefaultCACertificates([...trusted, certificate])
    const tls = createTlsServer({ key, cert: certificate })
    tls.on('secureConnection', (socket: TLSSocket & { servername?: string | false }) => {
      serverNames.push(socket.servername)
    })
    server = await startServer((_request, response) => response.end('secret'), {
      server: tls,
    })
    ;({ port } = server)
  })
  after(async () => {
    setDefaultCACertificates(trusted)
    await server.stop()
  })
  beforeEach(() => {
    serverNames = []
  })

  const egress = createEgress({ ...loopback, resolve: async () => ['127.0.0.1'] })

  it('checks the certificate against the name although it connects to an address', async () => {
    const reply = await egress.fetch(`https://docs.example:${port}/`, limits)
    assert.equal(reply.body.toString(), 'secret')
    assert.deepEqual(serverNames, ['docs.example'])
  })

  it('checks the certificate against the address when the URL has no name', async () => {
    const reply = await egress.fetch(`https://127.0.0.1:${port}/`, limits)
    assert.equal(reply.body.toString(), 'secret')
    assert.deepEqual(serverNames, [false])
  })

  it('fails on the certificate of another name or address', async () => {
    for (const host of ['other.example', '127.0.0.2']) {
      await assert.rejects(egress.fetch(`https://${host}:${port}/`, limits), EgressFailed)
    }
  })

  it('fails on a certificate that nobody vouches for, whatever the environment says', async () => {
    setDefaultCACertificates(trusted)
    const usual = process.env['NODE_TLS_REJECT_UNAUTHORIZED']
    process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0'
    try {
      await assert.rejects(egress.fetch(`https://docs.example:${port}/`, limits), {
        message: 'The request failed (DEPTH_ZERO_SELF_SIGNED_CERT)',
      })
    } finally {
      if (usual === undefined) delete process.env['NODE_TLS_REJECT_UNAUTHORIZED']
      else process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = usual
    }
  })
})

describe('proxies named in the environment', () => {
  it('are not used, although the rest of the process uses them', async (test) => {
    const server = await startServer((_request, response) => response.end('direct'))
    test.after(() => server.stop())
    const proxy = await startCanary(0, '127.0.0.1')
    test.after(() => proxy.stop())
    const script = `
      import { get } from 'node:http'
      import { createEgress } from ${JSON.stringify(import.meta.resolve('./egress.ts'))}
      const egress = createEgress(${JSON.stringify(loopback)})
      const ours = await egress.fetch('${server.origin}', ${JSON.stringify(limits)})
      process.stdout.write(ours.body + ' ')
      get('${server.origin}', (theirs) => theirs.pipe(process.stdout))
    `
    const proxyUrl = `http://127.0.0.1:${proxy.port}`
    const { stdout } = await execute(
      process.execPath,
      ['--input-type=module', '-e', script],
      {
        env: { NODE_USE_ENV_PROXY: '1', HTTP_PROXY: proxyUrl, http_proxy: proxyUrl },
        timeout: 20_000,
      },
    )
    assert.equal(stdout, 'direct canary')
    assert.equal(server.connections, 1)
  })
})
