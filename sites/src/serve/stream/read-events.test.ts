import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import { readEvents } from './read-events.ts'

async function eventsIn(...chunks: string[]) {
  const bytes = chunks.map((chunk) => new TextEncoder().encode(chunk))
  let signs = 0
  const found = []
  // oxlint-disable-next-line typescript/require-await -- an iterable as the network gives it
  async function* source() {
    yield* bytes
  }
  for await (const event of readEvents(source(), () => (signs += 1))) found.push(event)
  return { found, signs }
}

describe('the stream of changes', () => {
  it('is read across the borders of chunks, and comments are signs of life', async () => {
    const { found, signs } = await eventsIn(
      ': still here\n\n',
      'event: si',
      'te\ndata: {"a":1}\n',
      '\nevent: ready\ndata: {}\n\ndata: cut off',
    )
    assert.deepEqual(found, [
      { event: 'site', data: '{"a":1}' },
      { event: 'ready', data: '{}' },
    ])
    assert.equal(signs, 4)
  })

  it('joins lines of data, and takes a carriage return', async () => {
    const { found } = await eventsIn('data: a\r\ndata:b\r\n\r\n')
    assert.deepEqual(found, [{ event: 'message', data: 'a\nb' }])
  })

  it('gives up on a line without end', async () => {
    await assert.rejects(eventsIn('x'.repeat(1_100_000)), /too long/)
  })
})
