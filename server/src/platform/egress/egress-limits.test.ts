import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { after, afterEach, before, describe, it } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'

import { limits, timeoutMs } from '#test/egress/test-server.ts'

import {
  EgressFailed,
  EgressRefused,
  EgressTimeout,
  type RefusalReason,
} from './egress-errors.ts'
import { createEgress } from './egress.ts'

const kilobyte = 1024
const bombBytes = 64 * kilobyte * kilobyte
const zeros = Buffer.alloc(bombBytes)
const bombs = new Map([
  ['gzip', gzipSync(zeros)],
  ['deflate', deflateSync(zeros)],
  ['br', brotliCompressSync(zeros)],
])
const small = { timeoutMs, responseBytesMax: 10 * kilobyte }

/** The test server speaks raw HTTP, so that it can misbehave in ways a proper server cannot. */
describe('an answer that goes on, stalls or breaks', () => {
  let behave: (socket: Socket) => unknown
  let server: Server
  let origin: string
  const open = new Set<Socket>()
  before(async () => {
    server = createServer((socket) => {
      open.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => open.delete(socket))
      socket.once('data', () => behave(socket))
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    assert.ok(typeof address === 'object' && address)
    origin = `http://127.0.0.1:${address.port}`
  })
  after(() => {
    server.close()
  })
  afterEach(async () => {
    // Whatever the outcome, the client has released its connection.
    const deadlineMs = Date.now() + 20_000
    while (open.size > 0 && Date.now() < deadlineMs) await wait(5)
    assert.equal(open.size, 0, 'connections left open')
  })

  const egress = createEgress({ allowedNetworks: ['127.0.0.0/8'], userAgent: 'test' })
  it('is given when it is exactly as large as allowed', async () => {
    behave = (socket) => socket.end(answerHead() + 'x'.repeat(small.responseBytesMax))
    assert.equal((await egress.fetch(origin, small)).body.length, small.responseBytesMax)
  })

  it('is refused when it is one byte larger', async () => {
    behave = (socket) => socket.end(answerHead() + 'x'.repeat(small.responseBytesMax + 1))
    await assert.rejects(egress.fetch(origin, small), isRefusedFor('size'))
  })

  it('is refused by its announced length, before a byte of it is read', async () => {
    behave = (socket) => socket.write(answerHead('content-length: 99999999999'))
    await assert.rejects(egress.fetch(origin, small), isRefusedFor('size'))
  })

  it('is cut off when it never ends', async () => {
    let sent = 0
    behave = async (socket) => {
      socket.write(answerHead())
      while (!socket.destroyed && sent < bombBytes) {
        sent += 64 * kilobyte
        if (!socket.write(zeros.subarray(0, 64 * kilobyte))) await wait(1)
      }
    }
    await assert.rejects(egress.fetch(origin, small), isRefusedFor('size'))
    await wait(20)
    assert.ok(sent < bombBytes)
  })

  it('is read also when each byte comes in a chunk of its own', async () => {
    const bytes = 10 * kilobyte
    behave = (socket) =>
      socket.end(
        `${answerHead('transfer-encoding: chunked')}${'1\r\nx\r\n'.repeat(bytes)}0\r\n\r\n`,
      )
    assert.equal((await egress.fetch(origin, small)).body.toString(), 'x'.repeat(bytes))
  })

  for (const [encoding, bomb] of bombs) {
    it(`is refused when it is a ${encoding} bomb, long before it is unpacked`, async () => {
      behave = (socket) => {
        socket.write(answerHead(`content-encoding: ${encoding}`))
        socket.end(bomb)
      }
      const request = { ...limits, responseBytesMax: 1024 * kilobyte }
      assert.ok(bomb.length < request.responseBytesMax)
      const held = process.memoryUsage().arrayBuffers
      await assert.rejects(egress.fetch(origin, request), isRefusedFor('size'))
      const grown = process.memoryUsage().arrayBuffers - held
      assert.ok(grown < bombBytes / 4, `held ${grown} bytes`)
    })
  }

  it('is refused when it is packed without end and unpacks to nothing', async () => {
    const empty = Buffer.concat(Array.from({ length: 1000 }, () => gzipSync('')))
    let sent = 0
    behave = async (socket) => {
      socket.write(answerHead('content-encoding: gzip'))
      while (!socket.destroyed && sent < bombBytes) {
        sent += empty.length
        if (!socket.write(empty)) await wait(1)
      }
    }
    await assert.rejects(egress.fetch(origin, small), isRefusedFor('size'))
    await wait(20)
    assert.ok(sent < bombBytes)
  })

  for (const encoding of ['gzip, gzip', 'zstd', 'compress', 'x', '']) {
    it(`is refused when it is packed as ${JSON.stringify(encoding)}`, async () => {
      const body = gzipSync(gzipSync('x'))
      behave = (socket) => {
        socket.write(answerHead(`content-encoding: ${encoding}`))
        socket.end(body)
      }
      await assert.rejects(egress.fetch(origin, small), isRefusedFor('encoding'))
    })
  }

  const failures: Record<string, (socket: Socket) => unknown> = {
    'is not what it says it is packed as': (socket) =>
      socket.end(`${answerHead('content-encoding: gzip')}plain text`),
    'is packed and breaks off': (socket) => {
      socket.write(answerHead('content-encoding: gzip'))
      socket.end(gzipSync('hello').subarray(0, 12))
    },
    'is shorter than announced': (socket) =>
      socket.end(`${answerHead('content-length: 100')}short`),
    'ends between chunks': (socket) =>
      socket.end(`${answerHead('transfer-encoding: chunked')}5\r\nshort\r\n`),
    'is reset': (socket) => socket.resetAndDestroy(),
    'is nothing at all': (socket) => socket.end(),
    'is not HTTP': (socket) => socket.end('+OK redis ready\r\n'),
    'switches the protocol': (socket) =>
      socket.write('HTTP/1.1 101 Switching\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n'),
    'has headers without end': (socket) =>
      socket.write(`${answerHead().slice(0, -2)}a: ${'x'.repeat(20 * kilobyte)}\r\n`),
    'has both a length and chunks': (socket) =>
      socket.end(
        `${answerHead('content-length: 5', 'transfer-encoding: chunked')}0\r\n\r\n`,
      ),
  }
  for (const [title, failure] of Object.entries(failures)) {
    it(`fails when it ${title}`, async () => {
      behave = failure
      await assert.rejects(egress.fetch(origin, small), EgressFailed)
    })
  }

  const stalls: Record<string, (socket: Socket) => unknown> = {
    'never begins': () => {},
    'stops in its headers': (socket) => socket.write('HTTP/1.1 200 OK\r\na: b'),
    'drips its headers': (socket) => {
      socket.write('HTTP/1.1 200 OK\r\n')
      return drip(socket, 'a: b\r\n')
    },
    'drips its body': (socket) => {
      socket.write(answerHead())
      return drip(socket, 'x')
    },
    'drips a packed body': (socket) => {
      socket.write(answerHead('content-encoding: gzip'))
      return drip(socket, gzipSync(''))
    },
    'only says that it will come': (socket) =>
      drip(socket, 'HTTP/1.1 102 Processing\r\n\r\n'),
    'redirects in a circle, slowly': async (socket) => {
      await wait(40)
      socket.end('HTTP/1.1 302 Found\r\nlocation: /\r\ncontent-length: 0\r\n\r\n')
    },
  }
  for (const [title, stall] of Object.entries(stalls)) {
    it(`times out as a whole when it ${title}`, async () => {
      behave = stall
      const startedMs = Date.now()
      await assert.rejects(
        egress.fetch(origin, { ...small, timeoutMs: 150 }),
        EgressTimeout,
      )
      assert.ok(Date.now() - startedMs < 5000)
    })
  }

  it('times out when the name is never found', async () => {
    const stuck = createEgress({
      allowedNetworks: [],
      userAgent: 'test',
      resolve: () => new Promise(() => {}),
    })
    await assert.rejects(
      stuck.fetch('http://docs.example/', { ...small, timeoutMs: 50 }),
      EgressTimeout,
    )
  })

  it('is not fetched after all when the name is found too late', async () => {
    const found = Promise.withResolvers<string[]>()
    const late = createEgress({
      allowedNetworks: ['127.0.0.0/8'],
      userAgent: 'test',
      resolve: () => found.promise,
    })
    let asked = false
    behave = (socket) => {
      asked = true
      socket.end(answerHead())
    }
    const url = origin.replace('127.0.0.1', 'docs.example')
    await assert.rejects(late.fetch(url, { ...small, timeoutMs: 20 }), EgressTimeout)
    found.resolve(['127.0.0.1'])
    await wait(50)
    assert.equal(asked, false)
  })

  it('ends when the caller gives up, before or meanwhile', async () => {
    behave = () => {}
    const reason = new Error('shutting down')
    const isGivenUp = (error: unknown) =>
      error instanceof EgressFailed && error.cause === reason
    const signal = AbortSignal.abort(reason)
    await assert.rejects(egress.fetch(origin, { ...small, signal }), isGivenUp)

    const controller = new AbortController()
    const fetching = egress.fetch(origin, { ...small, signal: controller.signal })
    await wait(30)
    assert.equal(open.size, 1)
    controller.abort(reason)
    await assert.rejects(fetching, isGivenUp)
  })

  it('fails when nobody listens', async () => {
    const unused = createServer().listen(0, '127.0.0.9')
    await once(unused, 'listening')
    const address = unused.address()
    assert.ok(typeof address === 'object' && address)
    unused.close()
    await once(unused, 'close')
    await assert.rejects(egress.fetch(`http://127.0.0.9:${address.port}/`, small), {
      name: 'EgressFailed',
      message: 'The request failed (ECONNREFUSED)',
    })
  })
})

function isRefusedFor(reason: RefusalReason): (error: unknown) => boolean {
  return (error) => error instanceof EgressRefused && error.reason === reason
}

function answerHead(...headers: string[]): string {
  return ['HTTP/1.1 200 OK', 'connection: close', ...headers, '', ''].join('\r\n')
}

async function drip(socket: Socket, bytes: Buffer | string): Promise<void> {
  for (let turn = 0; turn < 200 && !socket.destroyed; turn += 1) {
    socket.write(bytes)
    await wait(10)
  }
}
