import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import { pixel } from '#test/files/test-files.ts'

import { contentDisposition } from './content-disposition.ts'
import { contentTypeOf } from './content-type.ts'
import { headBytesMax, imageDimensions } from './image-dimensions.ts'

const jpeg = (orientation: number) =>
  Buffer.concat([
    Buffer.from('ffd8ffe1001e457869660000', 'hex'),
    Buffer.from('4d4d002a000000080001011200030000000100000000', 'hex').fill(
      orientation,
      19,
      20,
    ),
    Buffer.from('ffc0000b080010002001011100ffd9', 'hex'),
  ])

function emptyBox(type: string, size: number): Buffer {
  const bytes = Buffer.alloc(size)
  bytes.writeUInt32BE(size)
  bytes.write(type, 4)
  return bytes
}

const repeated = (part: Buffer | string) => Buffer.alloc(headBytesMax, part)

const typeOf = (bytes: string | Buffer, told: object = {}) =>
  contentTypeOf(Buffer.from(bytes), { name: 'x', ...told })

const nameOf = (name: string) => contentDisposition('text/plain', name)

describe('the dimensions of an image', () => {
  it('are read from each format that is shown', () => {
    const images: [string, Buffer, number, number][] = [
      ['image/png', pixel, 1, 1],
      ['image/gif', Buffer.from('GIF89a\x20\x00\x10\x00\x00\x00\x00', 'latin1'), 32, 16],
      ['image/svg+xml', Buffer.from('<svg width="32" height="16"></svg>'), 32, 16],
      ['image/svg+xml', Buffer.from('<svg viewBox="0 0 32 16"></svg>'), 32, 16],
      [
        'image/webp',
        Buffer.from(
          'RIFF\x00\x00\x00\x00WEBPVP8X\x0A\x00\x00\x00\x00\x00\x00\x00\x1F\x00\x00\x0F\x00\x00',
          'latin1',
        ),
        32,
        16,
      ],
      ['image/avif', avif(), 32, 16],
    ]
    for (const [contentType, bytes, width, height] of images) {
      assert.deepEqual(
        imageDimensions(contentType, bytes),
        { width, height },
        contentType,
      )
    }
  })

  it('are those of a picture as it is shown', () => {
    const lying = imageDimensions('image/jpeg', jpeg(1))
    const upright = imageDimensions('image/jpeg', jpeg(6))
    assert.deepEqual(lying, { width: 32, height: 16 })
    assert.deepEqual(upright, { width: 16, height: 32 })
  })

  it('are left out when they cannot be told', () => {
    assert.equal(imageDimensions('image/png', Buffer.from('x')), undefined)
    assert.equal(imageDimensions('text/plain', pixel), undefined)
    const zero = Buffer.from('<svg width="0" height="16"></svg>')
    assert.equal(imageDimensions('image/svg+xml', zero), undefined)
    const endless = Buffer.from('<svg width="1e9" height="16"></svg>')
    assert.equal(imageDimensions('image/svg+xml', endless), undefined)
  })

  it('come of the bytes of the file alone, not of what lies behind them in memory', () => {
    for (const shown of [1, 8, 20]) {
      assert.equal(imageDimensions('image/png', pixel.subarray(0, shown)), undefined)
    }
    assert.equal(imageDimensions('image/jpeg', jpeg(1).subarray(0, 4)), undefined)
  })

  it('take little time whatever the bytes are', () => {
    const boxes = Buffer.concat([
      emptyBox('ftyp', 16),
      Buffer.alloc(headBytesMax, emptyBox('ispe', 20)),
    ])
    const hostile: [string, Buffer][] = [
      ['image/jpeg', repeated(Buffer.from([0xff, 0xd8, 0, 0]))],
      ['image/jpeg', repeated(Buffer.from([0xff, 0xd8, 0, 2]))],
      ['image/jpeg', repeated(Buffer.alloc(1))],
      ['image/svg+xml', repeated('<svg ')],
      ['image/svg+xml', repeated('<svg "')],
      ['image/svg+xml', repeated(`<svg a='"`)],
      ['image/svg+xml', Buffer.from(`<svg ${' width="'.repeat(30_000)}>`)],
      ['image/avif', boxes],
      ['image/avif', repeated(emptyBox('meta', 8))],
      ['image/avif', repeated(Buffer.alloc(4))],
      ['image/webp', repeated('RIFFxxxxWEBPVP8X')],
    ]
    for (const [contentType, bytes] of hostile) {
      const begun = process.cpuUsage()
      imageDimensions(contentType, bytes)
      const tookMs = process.cpuUsage(begun).user / 1000
      assert.ok(tookMs < 500, `${contentType} took ${tookMs} ms`)
    }
  })
})

describe('the content type of a file', () => {
  it('is what its bytes say, whatever else was said', () => {
    assert.equal(typeOf(pixel, { declared: 'text/html' }), 'image/png')
    assert.equal(typeOf(jpeg(1)), 'image/jpeg')
    assert.equal(typeOf('%PDF-1.7', { name: 'x.txt' }), 'application/pdf')
    assert.equal(typeOf(avif()), 'image/avif')
    assert.equal(typeOf('\uFEFF<?xml version="1.0"?>\n<!-- a --><svg>'), 'image/svg+xml')
    assert.equal(typeOf('<!DOCTYPE svg PUBLIC "x"><svg width="1">'), 'image/svg+xml')
  })

  it('is not one that browsers show when the bytes do not say so', () => {
    for (const declared of [
      'image/png',
      'IMAGE/PNG; a=b',
      'image/svg+xml',
      'application/pdf',
    ]) {
      assert.equal(typeOf('<script>', { declared }), 'application/octet-stream')
    }
    assert.equal(typeOf('<html><svg width="1"></svg>'), 'application/octet-stream')
    assert.equal(typeOf('<!--'.repeat(2000)), 'application/octet-stream')
    assert.equal(typeOf(''), 'application/octet-stream')
    assert.equal(
      typeOf(Buffer.from('000000ff66747970', 'hex')),
      'application/octet-stream',
    )
  })

  it('is otherwise what was said, then what the name says', () => {
    assert.equal(
      typeOf('x', { declared: 'text/x-a; b=c', sent: 'text/b' }),
      'text/x-a; b=c',
    )
    assert.equal(typeOf('x', { sent: 'text/b', name: 'a.md' }), 'text/b')
    assert.equal(typeOf('x', { sent: 'nonsense', name: 'A.MD' }), 'text/markdown')
    assert.equal(typeOf('x', { name: 'a.unknown' }), 'application/octet-stream')
  })
})

describe('the name a file is saved under', () => {
  it('is quoted, and encoded where it needs to be', () => {
    assert.equal(nameOf('a b.txt'), 'attachment; filename="a b.txt"')
    assert.equal(
      nameOf('é.txt'),
      `attachment; filename="_.txt"; filename*=UTF-8''%C3%A9.txt`,
    )
    assert.equal(
      nameOf(`"'%(*).txt`),
      `attachment; filename="_'_(*).txt"; filename*=UTF-8''%22%27%25%28%2A%29.txt`,
    )
  })

  it('leads nowhere, breaks no header and hides no ending', () => {
    assert.equal(nameOf('../../etc/passwd'), 'attachment; filename="_.._etc_passwd"')
    assert.equal(nameOf('a\r\nset-cookie: b'), 'attachment; filename="aset-cookie: b"')
    assert.equal(nameOf('gpj.\u202Eexe'), 'attachment; filename="gpj.exe"')
    assert.equal(nameOf('\uD800'), `attachment; filename="_"; filename*=UTF-8''%EF%BF%BD`)
    assert.equal(nameOf('...'), 'attachment; filename="file"')
  })
})

function box(type: string, ...parts: Buffer[]): Buffer {
  const inner = Buffer.concat(parts)
  const head = Buffer.alloc(8)
  head.writeUInt32BE(inner.length + 8)
  head.write(type, 4)
  return Buffer.concat([head, inner])
}

/** An AVIF file of the fewest boxes that hold a size. */
function avif(): Buffer {
  const size = Buffer.alloc(12)
  size.writeUInt32BE(32, 4)
  size.writeUInt32BE(16, 8)
  return Buffer.concat([
    box('ftyp', Buffer.from('avif\0\0\0\0avifmif1')),
    box('meta', Buffer.alloc(4), box('iprp', box('ipco', box('ispe', size)))),
  ])
}
