import type { PageFile } from '#/page/page-file.ts'
import type { Entry, JsonValue } from '#/tree/entries.ts'
import { uniqueSlugs } from '#/tree/slug.ts'
import { decode, type RepositoryPlace, type RepositoryProblem } from './layout.ts'

/** The state of reading a repository, to which entries are added. */
export interface ContentBuilder {
  readonly files: ReadonlyMap<string, Uint8Array>
  readonly problems: RepositoryProblem[]
  readonly identify: (key: string) => string
  readonly entries: Map<string, Entry>
  readonly places: Map<string, RepositoryPlace>
  /** The files that are entries. */
  readonly used: Set<string>
}

export function contentBuilder(
  files: ReadonlyMap<string, Uint8Array>,
  problems: RepositoryProblem[],
  identify: (key: string) => string,
): ContentBuilder {
  const unique = uniqueSlugs()
  return {
    files,
    problems,
    identify: (key) => identify(unique(key)),
    entries: new Map(),
    places: new Map(),
    used: new Set(),
  }
}

/** Reads a Markdown file and reports its problems. */
export function takeText(
  builder: ContentBuilder,
  path: string,
  split: (text: string) => PageFile,
): PageFile | undefined {
  const bytes = builder.files.get(path)
  if (bytes === undefined) return undefined
  builder.used.add(path)
  const { text, exact } = decode(bytes)
  const page = split(text)
  if (!exact) {
    const message =
      'Bytes that are not UTF-8 are replaced by U+FFFD: save the file as UTF-8'
    builder.problems.push({ kind: 'not-utf-8', path, message })
  }
  if (page.conditionProblem !== undefined) {
    const message = `${page.conditionProblem} The page is shown to nobody until this is mended.`
    builder.problems.push({ kind: 'bad-condition', path, message })
  } else if (page.problem !== undefined) {
    builder.problems.push({ kind: 'broken-yaml', path, message: page.problem })
  }
  return page
}

/** The attributes of a page file as those of an entry: they have named types, but are JSON. */
export function asJson(attributes: object): Readonly<Record<string, JsonValue>> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- holds nothing but strings, numbers, flags and records of them
  return attributes as Readonly<Record<string, JsonValue>>
}
