import assert from 'node:assert/strict'
import { it } from 'node:test'
import { brotliCompressSync } from 'node:zlib'

import { realFont } from '#test/files/test-fonts.ts'

import { formatOfFont } from './check-font.ts'

const changed = (bytes: Buffer, at: number, value: number) => {
  const copy = Buffer.from(bytes)
  copy.writeUInt32BE(value, at)
  return copy
}

it('knows real fonts, whatever they are called', async () => {
  assert.equal(await formatOfFont(await realFont(400, 'woff2')), 'woff2')
  assert.equal(await formatOfFont(await realFont(700, 'woff')), 'woff')
})

it('takes nothing for a font that only begins like one', async () => {
  for (const format of ['woff2', 'woff'] as const) {
    const font = await realFont(400, format)
    const page = Buffer.from('<script>alert(1)</script>')
    const wrong: Record<string, Buffer> = {
      nothing: Buffer.alloc(0),
      'a signature alone': font.subarray(0, 4),
      'a header alone': changed(font.subarray(0, 48), 8, 48),
      'its first half': font.subarray(0, font.length / 2),
      'its first half with a true length': changed(
        font.subarray(0, Math.floor(font.length / 2)),
        8,
        Math.floor(font.length / 2),
      ),
      'more than its length says': Buffer.concat([font, page]),
      'a collection': changed(font, 4, 0x74746366),
      'no tables': changed(font, 12, 0),
      'more tables than it has': changed(font, 12, 0x7f0000),
      'packed bytes that are not': Buffer.concat([
        font.subarray(0, Math.floor(font.length / 2)),
        Buffer.alloc(Math.ceil(font.length / 2), 7),
      ]),
    }
    for (const [what, bytes] of Object.entries(wrong)) {
      assert.equal(await formatOfFont(bytes), undefined, `${format}: ${what}`)
    }
  }
})

it('does not unpack more than a font may hold', async () => {
  const packed = brotliCompressSync(Buffer.alloc(64 * 1024 * 1024))
  // One table without a transformation, whose size is said to be 64 MB.
  const entry = Buffer.from([0x01, 0xa0, 0x80, 0x80, 0x00])
  const header = Buffer.alloc(48)
  header.write('wOF2', 0, 'latin1')
  header.writeUInt32BE(0x00010000, 4)
  header.writeUInt32BE(48 + entry.length + packed.length, 8)
  header.writeUInt16BE(1, 12)
  header.writeUInt32BE(packed.length, 20)
  assert.equal(await formatOfFont(Buffer.concat([header, entry, packed])), undefined)
})

it('wants a whole font, with outlines and the mark of its head', async () => {
  const font = await realFont(400, 'woff')
  const renamed = (from: string, to: string) => {
    const copy = Buffer.from(font)
    for (let at = 44; at < 44 + 20 * font.readUInt16BE(12); at += 20) {
      if (copy.toString('latin1', at, at + 4) === from) copy.write(to, at, 'latin1')
    }
    return copy
  }
  for (const table of ['head', 'cmap', 'glyf']) {
    assert.equal(await formatOfFont(renamed(table, 'none')), undefined, table)
  }
})
