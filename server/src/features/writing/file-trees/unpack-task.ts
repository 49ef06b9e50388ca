import type { RepositoryProblem } from '@lectern/content/repository/layout.ts'
import { readRepository } from '@lectern/content/repository/read-repository.ts'
import type { Entry, JsonValue } from '@lectern/content/tree/entries.ts'

import { newId } from '#/platform/ids/new-id.ts'

export interface UnpackInput {
  /** The texts by their paths; of any other file, nothing but its path. */
  readonly files: ReadonlyMap<string, Uint8Array>
  /** The ids of the entries that were imported before, by their origins. */
  readonly known: ReadonlyMap<string, string>
}

/** The entries that an import found, ready to be parsed and stored. */
export interface Unpacked {
  readonly entries: readonly ImportedEntry[]
  readonly variables: Readonly<Record<string, string>>
  readonly problems: readonly Spoken[]
}

interface Spoken {
  readonly path: string
  readonly message: string
}

/**
 * The problem of a text with NUL: Markdown reads NUL and U+FFFD as the same, and PostgreSQL stores
 * only U+FFFD.
 */
const holdsNul = 'NUL characters, which no text can hold, are replaced by U+FFFD'

export interface ImportedEntry extends Omit<Entry, 'attributes'> {
  readonly title: string
  readonly slug: string | null
  readonly attributes: Readonly<Record<string, JsonValue>>
  /** The source of the entry, by which the next import finds it again; absent where none should. */
  readonly origin?: string | undefined
  /** The path of the entry's file; absent for an entry that needs no file. */
  readonly path?: string
}

export function unpack({ files, known }: UnpackInput): Unpacked {
  return readFiles(files, known)
}

/** The entries of a repository, with new ids for those that were not imported before. */
export function readFiles(
  files: ReadonlyMap<string, Uint8Array>,
  known: ReadonlyMap<string, string>,
): Unpacked {
  const origins = new Map<string, string>()
  const identify = (origin: string) => {
    const id = known.get(origin) ?? newId()
    origins.set(id, origin)
    return id
  }
  const { tree, places, problems } = readRepository(files, { identify })
  const noText: Spoken[] = []
  const entries = [...tree.entries.values()].map((entry): ImportedEntry => {
    const { title, slug, name, ...attributes } = entry.attributes
    const place = places.get(entry.id)
    const origin = origins.get(entry.id)
    return {
      ...entry,
      ...textWithoutNul(entry, place?.path, noText),
      title: textOf(title) ?? textOf(name) ?? '',
      slug: textOf(slug) ?? null,
      attributes,
      origin,
      ...(place?.path !== undefined && { path: place.path }),
    }
  })
  // A list that is cut must not lose the pages that nobody sees.
  const sorted = problems.toSorted(
    (one, two) => Number(isUrgent(two)) - Number(isUrgent(one)),
  )
  const spoken = [...sorted.map(spokenOf), ...noText]
  return { entries, variables: tree.variables, problems: spoken }
}

function isUrgent({ kind }: RepositoryProblem): boolean {
  return kind === 'bad-condition'
}

function textWithoutNul(
  { body }: Entry,
  path: string | undefined,
  noText: Spoken[],
): { body?: string } {
  if (body?.includes('\0') !== true) return {}
  noText.push({ path: path ?? '', message: holdsNul })
  return { body: body.replaceAll('\0', '\uFFFD') }
}

function textOf(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined
}

function spokenOf({ path, message }: Spoken): Spoken {
  return { path, message }
}
