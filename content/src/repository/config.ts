import { isRecord, problemSentence, readYaml } from '#/yaml/read-yaml.ts'
import { decode, type RepositoryProblem } from './layout.ts'
import { resolvePath } from './paths.ts'

export const configPath = '.gitbook.yaml'

export interface RepositoryConfig {
  /** The folder of the space, `''` or ending in `/`; all paths are relative to the repository. */
  readonly root: string
  readonly readmePath: string
  readonly summaryPath: string
}

/** The places of a space's content in a repository; the usual ones without a configuration. */
export function readConfig(
  files: ReadonlyMap<string, Uint8Array>,
  problems: RepositoryProblem[],
): RepositoryConfig {
  const values = readValues(files.get(configPath), problems)
  const root = readRoot(values['root'], problems)
  const structure = isRecord(values['structure']) ? values['structure'] : {}
  return {
    root,
    readmePath: root + (readName(structure['readme']) ?? 'README.md'),
    summaryPath: root + (readName(structure['summary']) ?? 'SUMMARY.md'),
  }
}

/** A rule of the configuration: readers of an old path are sent to the page of a file. */
export interface ConfiguredRedirect {
  /** The old path in the space, without slashes around it. */
  readonly from: string
  /** The file of the page, relative to the repository; undefined for one outside of it. */
  readonly path: string | undefined
}

/** The redirects that the configuration of a space says, in their order. */
export function readRedirects(
  files: ReadonlyMap<string, Uint8Array>,
): readonly ConfiguredRedirect[] {
  const { redirects } = readValues(files.get(configPath), [])
  if (!isRecord(redirects)) return []
  const { root } = readConfig(files, [])
  return Object.entries(redirects).map(([from, to]) => ({
    from: withoutSlashes(from),
    path: typeof to === 'string' ? resolvePath(root, to.replace(/^\/+/, '')) : undefined,
  }))
}

/** The text without slashes at its ends. */
function withoutSlashes(text: string): string {
  let [start, end] = [0, text.length]
  while (text[start] === '/') start += 1
  while (end > start && text[end - 1] === '/') end -= 1
  return text.slice(start, end)
}

function readValues(
  bytes: Uint8Array | undefined,
  problems: RepositoryProblem[],
): Readonly<Record<string, unknown>> {
  if (bytes === undefined) return {}
  const reading = readYaml(decode(bytes).text)
  if (!('problem' in reading)) return reading.values
  problems.push({
    kind: 'broken-yaml',
    path: configPath,
    message: problemSentence(reading.problem),
  })
  return {}
}

function readRoot(value: unknown, problems: RepositoryProblem[]): string {
  if (typeof value !== 'string') return ''
  const folder = resolvePath('', value)
  if (folder === undefined) {
    const message = `The root ${value} is outside of the repository`
    problems.push({ kind: 'outside-root', path: configPath, message })
    return ''
  }
  return folder === '' ? '' : `${folder}/`
}

function readName(value: unknown): string | undefined {
  const path = typeof value === 'string' ? resolvePath('', value) : undefined
  return path === '' ? undefined : path
}
