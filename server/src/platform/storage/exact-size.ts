import { Transform } from 'node:stream'

export class SizeMismatchError extends Error {
  override readonly name = 'SizeMismatchError'

  constructor(promisedBytes: number, comparison: 'more' | 'fewer') {
    super(
      `The body has ${comparison} bytes than the ${promisedBytes} it was said to have`,
    )
  }
}

/**
 * Passes bytes on and fails when they do not add up to the promised size. The last chunk waits for
 * the end, so that a receiver that counts never sees a complete body that turns out longer.
 */
export function exactSize(promisedBytes: number): Transform {
  let seenBytes = 0
  let held: Buffer | undefined
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      seenBytes += chunk.length
      if (seenBytes > promisedBytes) {
        done(new SizeMismatchError(promisedBytes, 'more'))
        return
      }
      const passed = held
      held = chunk
      done(null, passed)
    },
    flush(done) {
      if (seenBytes < promisedBytes) done(new SizeMismatchError(promisedBytes, 'fewer'))
      else done(null, held)
    },
  })
}

export function requireExactSize(body: Buffer, promisedBytes: number): void {
  if (body.length === promisedBytes) return
  throw new SizeMismatchError(
    promisedBytes,
    body.length > promisedBytes ? 'more' : 'fewer',
  )
}
