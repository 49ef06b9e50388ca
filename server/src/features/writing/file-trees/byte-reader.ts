import { Buffer } from 'node:buffer'

/** The bytes of a source by their number; no more than one chunk of it is held. */
export interface ByteReader {
  /** Exactly so many bytes; undefined at the end of the source. Throws when it ends within them. */
  readonly take: (size: number) => Promise<Buffer | undefined>
  /** The next bytes, to be read as chunks; `skip` passes over those that nobody read. */
  readonly part: (size: number) => BytesOfPart
}

interface BytesOfPart {
  readonly chunks: AsyncIterable<Buffer>
  readonly skip: () => Promise<void>
}

/** A source that ends before all of its announced bytes were there. */
export class EndedTooEarly extends Error {
  override readonly name = 'EndedTooEarly'
}

export function byteReader(source: AsyncIterable<Buffer>): ByteReader {
  const sent = source[Symbol.asyncIterator]()
  let held: Buffer = Buffer.alloc(0)

  /** Some bytes, at most so many; undefined at the end. */
  async function some(sizeMax: number): Promise<Buffer | undefined> {
    while (held.length === 0) {
      const next = await sent.next()
      if (next.done === true) return undefined
      held = next.value
    }
    const given = held.subarray(0, sizeMax)
    held = held.subarray(given.length)
    return given
  }
  return {
    async take(size) {
      const parts: Buffer[] = []
      let missing = size
      while (missing > 0) {
        const given = await some(missing)
        if (given === undefined) {
          if (missing === size) return undefined
          throw new EndedTooEarly()
        }
        parts.push(given)
        missing -= given.length
      }
      return parts.length === 1 ? parts[0] : Buffer.concat(parts)
    },
    part(size) {
      const rest = { bytes: size }
      const next = async () => {
        const given = await some(rest.bytes)
        if (given === undefined) throw new EndedTooEarly()
        rest.bytes -= given.length
        return given
      }
      async function* chunks(): AsyncGenerator<Buffer, void> {
        while (rest.bytes > 0) yield await next()
      }
      return {
        chunks: chunks(),
        async skip() {
          while (rest.bytes > 0) await next()
        },
      }
    },
  }
}
