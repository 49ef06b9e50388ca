import type { Readable } from 'node:stream'

/** What a write answers. Only `change` makes one, so a write cannot skip its transaction by oversight. */
export class Committed<Body> {
  readonly body: Body
  readonly location: string | undefined

  constructor(body: Body, location?: string) {
    this.body = body
    this.location = location
  }
}

/** The answer of an earlier, identical request, given once more. */
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

/** A body that is JSON text already; nothing is left out of it or added. */
export class JsonText<Body> {
  readonly text: string
  /** Carries the type only. */
  declare readonly body?: Body

  constructor(text: string) {
    this.text = text
  }
}

/**
 * A body that is made and sent piece by piece, as fast as the caller takes it. What fails on the way cuts
 * the answer off, and what has come by then is no whole JSON.
 */
export class JsonPieces<Body> {
  readonly pieces: AsyncIterable<string>
  /** Carries the type only. */
  declare readonly body?: Body

  constructor(pieces: AsyncIterable<string>) {
    this.pieces = pieces
  }
}

type Viewed<Body> = Body | JsonText<Body> | JsonPieces<Body>
type View<Body> = () => Viewed<Body> | Promise<Viewed<Body>>

/** A single object as read, with what its ETag is made of; its body is only built when it must be sent. */
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

/** An answer of bytes that are made while they are sent. */
export class Streamed {
  readonly body: Readable
  /** What whoever saves it would call it. */
  readonly fileName: string

  constructor(body: Readable, fileName: string) {
    this.body = body
    this.fileName = fileName
  }
}

interface VersionedOptions {
  /** Whether the same request is answered the same way for ever, so that nobody needs to ask again. */
  readonly isImmutable?: boolean
}

/**
 * `seenAs` is everything besides the object's own version that changes what this caller sees:
 * their role on it, counters, derived values.
 */
export function versioned<Body>(
  version: number,
  seenAs: readonly unknown[],
  view: View<Body>,
  { isImmutable = false }: VersionedOptions = {},
): Versioned<Body> {
  return new Versioned(version, seenAs.join('\n'), view, isImmutable)
}
