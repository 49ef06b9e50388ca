import type { JsonValue } from '#/tree/entries.ts'
import type { Summary } from './summary/summary.ts'

/** What a repository holds beyond its content tree: where everything stands, and bytes that are no content. */
export interface RepositoryLayout {
  /** The folder of the space, `''` or ending in `/`; all paths here are relative to the repository. */
  readonly root: string
  readonly readmePath: string
  readonly summaryPath: string
  readonly variablesPath: string
  /** Old addresses and where they lead, as the configuration says. */
  readonly redirects: Readonly<Record<string, string>>
  /** Absent where there is no summary and the folders say the structure. */
  readonly summary?: Summary
  /** Which entry each item of the summary stands for. */
  readonly itemEntries: readonly string[]
  /** The order and nesting of the pages as read. */
  readonly outline: string
  /** By entry id. */
  readonly places: ReadonlyMap<string, RepositoryPlace>
  readonly variables: Readonly<Record<string, string>>
  /** Every file that is no entry, with its bytes. */
  readonly kept: ReadonlyMap<string, Uint8Array>
}

/** Where an entry stands in a repository, and what it said there. */
export interface RepositoryPlace {
  /** Absent for what needs no file: groups, links, computed pages, pages that are only a heading of others. */
  readonly path?: string
  readonly exists: boolean
  readonly parent: string | null
  readonly title: string
  readonly slug?: string
  readonly linkTitle?: string
  readonly target?: JsonValue
  readonly computed?: JsonValue
  /** The bytes of a file, and of a page that is not UTF-8; `text` is what the page's bytes were read as. */
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

/** The bytes of a text; where nothing changed, the very bytes it was read from. */
export function encode(text: string, original?: Uint8Array): Uint8Array {
  if (original !== undefined && decode(original).text === text) return original
  return encoder.encode(text)
}
