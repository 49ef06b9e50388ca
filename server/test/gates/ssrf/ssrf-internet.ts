import type { IncomingMessage, ServerResponse } from 'node:http'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'

const bombBytes = 256 * 1024 * 1024
const chunk = Buffer.alloc(256 * 1024, 'x')

const zeros = Buffer.alloc(bombBytes)
// A gzip member of nothing, again and again: much input, no output.
const emptyMember = gzipSync('')

const packedAnswers: Readonly<Record<string, readonly [string, Buffer]>> = {
  '/gzip': ['gzip', gzipSync('public')],
  '/bomb/gzip': ['gzip', gzipSync(zeros)],
  '/bomb/br': ['br', brotliCompressSync(zeros.subarray(0, bombBytes / 4))],
  '/bomb/deflate': ['deflate', deflateSync(zeros)],
  '/corrupt': ['gzip', gzipSync(chunk).fill(0, 100)],
  '/encoding': ['compress', chunk],
}

const answers: Readonly<Record<string, (response: ServerResponse) => unknown>> = {
  '/again': (response) => response.writeHead(302, { location: '/again' }).end(),
  '/404': (response) => response.writeHead(404).end('public'),
  '/bomb/empty-blocks': (response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' })
    flood(response, Buffer.alloc(256 * 1024, emptyMember))
  },
  '/huge': (response) => {
    response.writeHead(200, { 'content-length': 2 ** 40 })
    flood(response, chunk)
  },
  '/lying': (response) => flood(response, chunk),
  '/garbage': (response) => response.socket?.end('SSH-2.0-nothing here\r\n'),
  '/headers': (response) => {
    response.socket?.write('HTTP/1.1 200 OK\r\n')
    const line = `x-line: ${'x'.repeat(1000)}\r\n`
    every(response, 1, () => response.socket?.write(line))
  },
  '/cut': (response) => {
    response.writeHead(200, { 'content-length': 100 }).write('x')
    setTimeout(() => response.destroy(), 50)
  },
  '/upgrade': (response) =>
    response.socket?.end(
      'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n',
    ),
  '/endless': (response) => every(response, 20, () => response.write('x')),
  '/slow-headers': (response) => {
    response.socket?.write('HTTP/1.1 200 OK\r\n')
    every(response, 200, () => response.socket?.write('x: y\r\n'))
  },
  '/drip': (response) => {
    response.writeHead(200, { 'content-length': 1000 })
    every(response, 500, () => response.write('x'))
  },
  '/stall': () => undefined,
  '/slow-redirects': (response) =>
    setTimeout(() => {
      response.writeHead(302, { location: '/slow-redirects' }).end()
    }, 6000),
}

/** The public server that all vectors meet, as badly as servers behave. */
export function answerPublicly(request: IncomingMessage, response: ServerResponse): void {
  response.on('error', () => {})
  const url = new URL(request.url ?? '/', 'http://internet.example')
  const status = /^\/redirect\/(\d+)$/.exec(url.pathname)?.[1]
  const packed = packedAnswers[url.pathname]
  if (status !== undefined) {
    const location = url.searchParams.get('to') ?? ''
    response.writeHead(Number(status), { location }).end()
  } else if (url.pathname === '/refers') {
    response.end(JSON.stringify(documentWith(url.searchParams.get('to') ?? '')))
  } else if (packed === undefined) {
    const answer = answers[url.pathname]
    if (answer === undefined) response.end('public')
    else answer(response)
  } else {
    response.writeHead(200, { 'content-encoding': packed[0] }).end(packed[1])
  }
}

/** A specification, of which a schema stands at another address. */
function documentWith($ref: string): object {
  const components = { schemas: { Other: { $ref } } }
  const info = { title: 'Refers', version: '1' }
  return { openapi: '3.1.0', info, paths: {}, components }
}

/** As fast as it is taken, until nobody takes it any more. */
function flood(response: ServerResponse, bytes: Buffer): void {
  const more = () => {
    while (!response.destroyed && response.write(bytes)) continue
  }
  response.on('drain', more)
  more()
}

function every(response: ServerResponse, ms: number, act: () => void): void {
  const timer = setInterval(() => {
    if (response.destroyed || response.socket?.destroyed !== false) clearInterval(timer)
    else act()
  }, ms)
}
