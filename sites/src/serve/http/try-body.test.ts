import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { describe, it } from 'node:test'

import { createTryBodyReader } from './try-body.ts'

const asked = (ip: string, length: number | undefined, more: object = {}) => ({
  url: '/docs/~try',
  ip,
  headers: {
    'sec-fetch-site': 'same-origin',
    ...(length !== undefined && { 'content-length': String(length) }),
    ...more,
  },
})
/** A body of which nothing comes until its stream is ended. */
const slow = () => new Readable({ read: () => undefined })
const body = (text: string) => Readable.from([Buffer.from(text)])
const refusal = (statusCode: number) => ({ name: 'BodyRefused', statusCode })

describe('bodies of requests to be sent', () => {
  it('that are slow take no place of small ones, nor one address those of others', async () => {
    const read = createTryBodyReader()
    const waiting: Readable[] = []
    const begun: Promise<string>[] = []
    const begin = (address: string, length: number | undefined) => {
      const stream = slow()
      waiting.push(stream)
      begun.push(read(asked(address, length), stream))
    }
    for (let nth = 0; nth < 100; nth += 1) begin('stranger', 100)
    for (let nth = 0; nth < 3; nth += 1) begin('stranger', undefined)
    assert.equal(await read(asked('stranger', 2), body('{}')), '{}')
    await assert.rejects(read(asked('stranger', 100_000), body('{}')), refusal(429))
    assert.equal(await read(asked('reader', 100_000), body('{}')), '{}')
    for (const stream of waiting) stream.push(null)
    await Promise.all(begun)
    assert.equal(await read(asked('stranger', 100_000), body('{}')), '{}')
  })

  it('are refused unread elsewhere, and from whoever names no page', async () => {
    const read = createTryBodyReader()
    const other = { ...asked('a', 2), url: '/docs/~search' }
    await assert.rejects(read(other, slow()), refusal(415))
    const nameless = asked('a', 2, { 'sec-fetch-site': undefined })
    await assert.rejects(read(nameless, slow()), refusal(403))
    const large = Readable.from([Buffer.alloc(2 * 1024 * 1024 + 1)])
    await assert.rejects(read(asked('a', undefined), large), refusal(413))
    const lying = Readable.from([Buffer.alloc(64 * 1024 + 1)])
    await assert.rejects(read(asked('a', 2), lying), refusal(413))
  })
})
