import type { Readable } from 'node:stream'

/** The answer of a write. Only `change` makes one, so no write can skip its transaction. */
export class Committed<Body> {
  readonly body: Body
  readonly location: string | undefined
  /** The cookies that a browser is given with the answer. */
  readonly cookie: string | string[] | undefined

  constructor(body: Body, location?: string, cookie?: string | string[]) {
    this.body = body
    this.location = location
    this.cookie = cookie
  }

  withCookie(cookie: string | string[]): Committed<Body> {
    return new Committed(this.body, this.location, cookie)
  }
}

/** The stored answer of an earlier, identical request. */
export interface ReplayedAnswer {
  readonly status: number
  readonly json: string
  readonly location: string | undefined
}

/** A created object together with the URL where it can be read. */
export class Created<Body> {
  readonly body: Body
  readonly location: string

  constructor(body: Body, location: string) {
    this.body = body
    this.location = location
  }
}

/** A body that is JSON text already; it is sent unchanged. */
export class JsonText<Body> {
  readonly text: string
  /** Holds the type only. */
  declare readonly body?: Body

  constructor(text: string) {
    this.text = text
  }
}

/**
 * A body that is made and sent piece by piece, as fast as the caller reads it. A failure on the way
 * cuts the answer off, and the part sent by then is no complete JSON.
 */
export class JsonPieces<Body> {
  readonly pieces: AsyncIterable<string>
  /** Holds the type only. */
  declare readonly body?: Body

  constructor(pieces: AsyncIterable<string>) {
    this.pieces = pieces
  }
}

type Viewed<Body> = Body | JsonText<Body> | JsonPieces<Body>
type View<Body> = () => Viewed<Body> | Promise<Viewed<Body>>

/** A single object with the parts of its ETag; its body is only built when it must be sent. */
export class Versioned<Body> {
  readonly version: number
  readonly seenAs: string
  readonly view: View<Body>
  readonly isImmutable: boolean

  constructor(version: number, seenAs: string, view: View<Body>, isImmutable: boolean) {
    this.version = version
    this.seenAs = seenAs
    this.view = view
    this.isImmutable = isImmutable
  }
}

/** An answer of bytes that are produced while they are sent. */
export class Streamed {
  readonly body: Readable
  /** The name of the file that a download is saved as. */
  readonly fileName: string

  constructor(body: Readable, fileName: string) {
    this.body = body
    this.fileName = fileName
  }
}

interface VersionedOptions {
  /** Whether the same request always gets the same answer, so that callers need not ask again. */
  readonly isImmutable?: boolean
}

/**
 * An answer with an ETag. `seenAs` is everything besides the object's own version that changes the
 * caller's view of it: their role on it, counters, derived values.
 */
export function versioned<Body>(
  version: number,
  seenAs: readonly unknown[],
  view: View<Body>,
  { isImmutable = false }: VersionedOptions = {},
): Versioned<Body> {
  return new Versioned(version, seenAs.join('\n'), view, isImmutable)
}
