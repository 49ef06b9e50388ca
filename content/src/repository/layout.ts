/** Where an entry is in a repository. */
export interface RepositoryPlace {
  readonly path: string
  /** The bytes of an entry that is a file. */
  readonly bytes?: Uint8Array
}

export interface RepositoryProblem {
  readonly kind:
    | 'unsafe-path'
    | 'not-utf-8'
    | 'broken-yaml'
    | 'bad-condition'
    | 'missing-page'
    | 'duplicate-page'
    | 'outside-root'
    | 'unlisted-page'
    | 'bad-variable'
  readonly path: string
  readonly message: string
}

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const lenient = new TextDecoder('utf-8', { ignoreBOM: true })

export function decode(bytes: Uint8Array): { text: string; exact: boolean } {
  try {
    return { text: strict.decode(bytes), exact: true }
  } catch {
    return { text: lenient.decode(bytes), exact: false }
  }
}
