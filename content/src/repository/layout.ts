import type { JsonValue } from '#/tree/entries.ts'
import type { Summary } from './summary/summary.ts'

/** The parts of a repository beyond its content tree: the paths of all entries, and other files. */
export interface RepositoryLayout {
  /** The folder of the space, `''` or ending in `/`; all paths are relative to the repository. */
  readonly root: string
  readonly readmePath: string
  readonly summaryPath: string
  readonly variablesPath: string
  /** Old addresses and their targets, as the configuration has them. */
  readonly redirects: Readonly<Record<string, string>>
  /** The table of contents; absent where the folders are the structure. */
  readonly summary?: Summary
  /** The id of the entry for each item of the summary. */
  readonly itemEntries: readonly string[]
  /** The order and nesting of the pages when they were read. */
  readonly outline: string
  /** The places by entry id. */
  readonly places: ReadonlyMap<string, RepositoryPlace>
  readonly variables: Readonly<Record<string, string>>
  /** Every file that is no entry, with its bytes. */
  readonly kept: ReadonlyMap<string, Uint8Array>
}

/** The path of an entry in a repository, and its values when it was read. */
export interface RepositoryPlace {
  /** The file's path; absent for groups, links, computed pages, pages that only have children. */
  readonly path?: string
  readonly exists: boolean
  readonly parent: string | null
  readonly title: string
  readonly slug?: string
  readonly linkTitle?: string
  readonly target?: JsonValue
  readonly computed?: JsonValue
  /** The bytes of a file, or of a page that is not UTF-8; `text` is the page's decoded text. */
  readonly bytes?: Uint8Array
  readonly text?: string
}

export interface RepositoryProblem {
  readonly kind:
    | 'unsafe-path'
    | 'not-utf-8'
    | 'broken-yaml'
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
const encoder = new TextEncoder()

export function decode(bytes: Uint8Array): { text: string; exact: boolean } {
  try {
    return { text: strict.decode(bytes), exact: true }
  } catch {
    return { text: lenient.decode(bytes), exact: false }
  }
}

/** The bytes of a text; the original bytes where nothing changed. */
export function encode(text: string, original?: Uint8Array): Uint8Array {
  if (original !== undefined && decode(original).text === text) return original
  return encoder.encode(text)
}
