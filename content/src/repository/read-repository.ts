import type { ContentTree } from '#/tree/entries.ts'
import { readConfig, type RepositoryConfig } from './config.ts'
import { contentBuilder } from './content-builder.ts'
import { decode, type RepositoryLayout, type RepositoryProblem } from './layout.ts'
import { outlineOf } from './outline.ts'
import { isMarkdown, isSafePath } from './paths.ts'
import { addFiles } from './read-files.ts'
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
  readonly layout: RepositoryLayout
  readonly problems: readonly RepositoryProblem[]
}

/** Reads the content of a space from a repository. All other files stay in the layout. */
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
  const ids = addPages(structure, config.readmePath, builder)
  addFiles(config.root, builder)
  const variablesPath = `${config.root}.gitbook/vars.yaml`
  const variables = readVariables(variablesPath, safe.get(variablesPath), problems)
  const kept = new Map([...safe].filter(([path]) => !builder.used.has(path)))
  reportUnlisted(kept, config, problems)
  return {
    tree: { entries: builder.entries, variables },
    layout: {
      ...config,
      variablesPath,
      ...(summary !== undefined && { summary }),
      itemEntries: summary === undefined ? [] : ids,
      outline: outlineOf(builder.entries),
      places: builder.places,
      variables,
      kept,
    },
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

function reportUnlisted(
  kept: ReadonlyMap<string, Uint8Array>,
  config: RepositoryConfig,
  problems: RepositoryProblem[],
): void {
  for (const path of kept.keys()) {
    if (!path.startsWith(config.root) || !isMarkdown(path)) continue
    if (path === config.summaryPath || /(?:^|\/)\./.test(path)) continue
    const message = 'Not in the summary: kept as a file, not shown as a page'
    problems.push({ kind: 'unlisted-page', path, message })
  }
}
