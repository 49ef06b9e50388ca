import type { ContentTree } from '#/tree/entries.ts'
import { readConfig, type RepositoryConfig } from './config.ts'
import { contentBuilder } from './content-builder.ts'
import { decode, type RepositoryPlace, type RepositoryProblem } from './layout.ts'
import { isSafePath } from './paths.ts'
import { addFiles, addUnlisted } from './read-files.ts'
import { addPages } from './read-pages.ts'
import { structureOfFolders, structureOfSummary } from './structure.ts'
import { readSummary } from './summary/read-summary.ts'
import { readVariables } from './variables.ts'

export interface ReadOptions {
  /**
   * The id for a key (`page:guides/start.md`, `group:guides`, `file:…`), so that entries that were
   * read before keep their ids. By default the key is the id.
   */
  readonly identify?: (key: string) => string
}

export interface RepositoryReading {
  readonly tree: ContentTree
  readonly config: RepositoryConfig
  /** The places of the entries that have a file, by id. */
  readonly places: ReadonlyMap<string, RepositoryPlace>
  readonly problems: readonly RepositoryProblem[]
}

/** Reads the content of a space from a repository. */
export function readRepository(
  files: ReadonlyMap<string, Uint8Array>,
  options: ReadOptions = {},
): RepositoryReading {
  const problems: RepositoryProblem[] = []
  const safe = safeFiles(files, problems)
  const config = readConfig(safe, problems)
  const summaryBytes = safe.get(config.summaryPath)
  const summary =
    summaryBytes === undefined ? undefined : readSummary(decode(summaryBytes).text)
  const structure =
    summary === undefined
      ? structureOfFolders(config, safe)
      : structureOfSummary(summary, config, safe, problems)
  const builder = contentBuilder(safe, problems, options.identify ?? ((key) => key))
  addPages(structure, config.readmePath, builder)
  addFiles(config.root, builder)
  const variablesPath = `${config.root}.gitbook/vars.yaml`
  const variables = readVariables(variablesPath, safe.get(variablesPath), problems)
  addUnlisted(config, builder)
  return {
    tree: { entries: builder.entries, variables },
    config,
    places: builder.places,
    problems,
  }
}

function safeFiles(
  files: ReadonlyMap<string, Uint8Array>,
  problems: RepositoryProblem[],
): ReadonlyMap<string, Uint8Array> {
  const safe = new Map<string, Uint8Array>()
  for (const [path, bytes] of files) {
    if (isSafePath(path)) safe.set(path, bytes)
    else {
      const message = 'Not a path inside the repository: left out'
      problems.push({ kind: 'unsafe-path', path, message })
    }
  }
  return safe
}
