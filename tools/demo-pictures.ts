import { crc32, deflateSync } from 'node:zlib'

type Color = readonly [red: number, green: number, blue: number]

export interface Scene {
  readonly width: number
  readonly height: number
  readonly sky: readonly [top: Color, bottom: Color]
  readonly hills: readonly Color[]
}

/** A PNG of hills under a sky: pictures for the demo without anybody's files in the repository. */
export function drawScene({ width, height, sky, hills }: Scene): Buffer {
  const line = width * 3 + 1
  const pixels = Buffer.alloc(line * height)
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const [red, green, blue] = colorAt(x / width, y / height)
      const at = y * line + 1 + x * 3
      pixels[at] = red
      pixels[at + 1] = green
      pixels[at + 2] = blue
    }
  }
  return png(width, height, pixels)

  function colorAt(x: number, y: number): Color {
    for (let hill = hills.length - 1; hill >= 0; hill -= 1) {
      const color = hills[hill]
      if (color !== undefined && y > ridge(hill, x)) return color
    }
    const [top, bottom] = sky
    return mixed(top, bottom, y)
  }
}

function ridge(hill: number, x: number): number {
  const wave = Math.sin((x * (1.6 + hill * 0.7) + hill * 0.37) * Math.PI)
  return 0.5 + hill * 0.14 - wave * 0.09
}

function mixed(one: Color, other: Color, share: number): Color {
  const at = (index: 0 | 1 | 2) =>
    Math.round(one[index] + (other[index] - one[index]) * share)
  return [at(0), at(1), at(2)]
}

function png(width: number, height: number, pixels: Buffer): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  // Eight bits for each of red, green and blue.
  header.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(pixels, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), content])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(content.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}
