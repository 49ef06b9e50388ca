import type { JsonValue } from '#/tree/entries.ts'
import { isRecord } from '#/yaml/read-yaml.ts'
import type { RepositoryConfig } from './config.ts'
import type { RepositoryProblem } from './layout.ts'
import {
  folderOf,
  isMarkdown,
  isReadme,
  nameOf,
  resolvePath,
  withoutExtension,
} from './paths.ts'
import type { SummaryItem } from './summary/summary.ts'

/** A page of any kind before it has an id, as a summary or the folders describe it. */
export interface StructureNode {
  readonly kind: 'page' | 'group' | 'link' | 'computed'
  /** The index of the parent, which comes before its children. */
  readonly parent: number | null
  readonly title: string
  /** Whether the title is only derived from a file name. */
  readonly isGuess?: boolean
  readonly linkTitle?: string
  /** The path of a page with a file, even if the file is missing. */
  readonly path?: string
  /** The address of a link, and the file it leads to, if any. */
  readonly url?: string
  readonly targetPath?: string
  readonly anchor?: string
  readonly slug?: string
  readonly computed?: JsonValue
}

export type Files = ReadonlyMap<string, Uint8Array>

export function structureOfSummary(
  summary: readonly SummaryItem[],
  root: RepositoryConfig,
  files: Files,
  problems: RepositoryProblem[],
): readonly StructureNode[] {
  const seen = new Set<string>()
  return summary.map((item) => {
    const { parent, label } = item
    if (item.kind === 'group') {
      const slug = item.slug === undefined ? {} : { slug: item.slug }
      return { kind: 'group', parent, title: label, ...slug }
    }
    if (item.computed !== undefined) {
      return {
        kind: 'computed',
        parent,
        title: titleOfComputed(item.computed),
        computed: item.computed,
      }
    }
    if (item.url === undefined) return { kind: 'page', parent, title: label }
    const node = structureOfLink(item, root, files)
    if (node.path === undefined) return node
    const { path } = node
    const report = (kind: RepositoryProblem['kind'], message: string) =>
      problems.push({
        kind,
        path,
        message: `${message} (line ${item.line} of the summary)`,
      })
    if (seen.has(path)) {
      report('duplicate-page', 'Listed before: this one only leads there')
      return { kind: 'link', parent, title: label, url: item.url, targetPath: path }
    }
    seen.add(path)
    if (!files.has(path)) report('missing-page', 'Listed, but there is no such file')
    return node
  })
}

function structureOfLink(
  item: SummaryItem,
  root: RepositoryConfig,
  files: Files,
): StructureNode {
  const { parent, label, url = '', title } = item
  const linkTitle = title === undefined ? {} : { linkTitle: title }
  const link: StructureNode = { kind: 'link', parent, title: label, url, ...linkTitle }
  if (/^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(url)) return link
  const [spelling = '', anchor] = url.split('#', 2)
  const path = spelling === '' ? undefined : findFile(decodePath(spelling), root, files)
  if (path === undefined) return link
  if (anchor !== undefined) return { ...link, targetPath: path, anchor }
  if (!isMarkdown(path)) return { ...link, targetPath: path }
  return { kind: 'page', parent, title: label, path, ...linkTitle }
}

/** The file that a path in the summary means; for a folder, the folder's own page. */
function findFile(
  spelling: string,
  root: RepositoryConfig,
  files: Files,
): string | undefined {
  const folder = spelling.startsWith('/') ? root.root : folderOf(root.summaryPath)
  const path = resolvePath(folder, spelling.replace(/^\/+/, ''))
  if (path === undefined || !`${path}/`.startsWith(root.root)) return undefined
  if (isMarkdown(path) || files.has(path)) return path
  const readme = `${path}/README.md`
  return files.has(readme) || spelling.endsWith('/') ? readme : undefined
}

/** The structure without a summary: a folder's page has the other pages of the folder below it. */
export function structureOfFolders(
  root: RepositoryConfig,
  files: Files,
): readonly StructureNode[] {
  const paths = [...files.keys()].filter((path) => isInferable(path, root))
  const nodes: StructureNode[] = []
  const folders = new Map<string, number | null>([[root.root, null]])
  const byFolder = paths.toSorted((one, other) =>
    compareKeys(sortKey(one, root), sortKey(other, root)),
  )
  const folderPages = new Map(
    paths.filter(isReadme).map((path) => [folderOf(path), path]),
  )
  for (const path of byFolder) {
    const folder = folderOf(path)
    openFolders(folder, { root, folders, folderPages, nodes })
    if (isReadme(path) && folder !== root.root) continue
    nodes.push({
      kind: 'page',
      parent: folders.get(folder) ?? null,
      title: words(withoutExtension(nameOf(path))),
      isGuess: true,
      path,
    })
  }
  return nodes
}

interface Folders {
  readonly root: RepositoryConfig
  readonly folders: Map<string, number | null>
  readonly folderPages: ReadonlyMap<string, string>
  readonly nodes: StructureNode[]
}

function openFolders(folder: string, state: Folders): void {
  const { root, folders, folderPages, nodes } = state
  let slash = folder.indexOf('/', root.root.length)
  for (; slash >= 0; slash = folder.indexOf('/', slash + 1)) {
    const path = folder.slice(0, slash + 1)
    if (folders.has(path)) continue
    const above = folderOf(path.slice(0, -1))
    const parent = folders.get(above) ?? null
    const page = folderPages.get(path)
    const title = words(nameOf(path.slice(0, -1)))
    folders.set(path, nodes.length)
    if (page !== undefined) {
      nodes.push({ kind: 'page', parent, title, isGuess: true, path: page })
    }
    // Only the top has groups; deeper, a folder without a page is a page without text.
    else if (above !== root.root) nodes.push({ kind: 'page', parent, title })
    else nodes.push({ kind: 'group', parent, title, slug: nameOf(path.slice(0, -1)) })
  }
}

function isInferable(path: string, root: RepositoryConfig): boolean {
  if (!path.startsWith(root.root) || !isMarkdown(path) || path === root.summaryPath) {
    return false
  }
  const parts = path.slice(root.root.length).split('/')
  return !parts.some((part) => part.startsWith('.') || part === 'node_modules')
}

/** The key that sorts the home page first, and each folder's page before its others by name. */
function sortKey(path: string, root: RepositoryConfig): string {
  if (path === root.readmePath) return ''
  return isReadme(path) ? folderOf(path) : withoutExtension(path)
}

function compareKeys(one: string, other: string): number {
  if (one === other) return 0
  return one < other ? -1 : 1
}

function titleOfComputed(computed: JsonValue): string {
  const type = isRecord(computed) ? computed['type'] : undefined
  return typeof type === 'string' ? type : 'Computed pages'
}

/** A file name as words: `getting-started` is `Getting started`. */
export function words(name: string): string {
  const spaced = name.replaceAll(/[-_\s]+/g, ' ').trim()
  return spaced.charAt(0).toUpperCase() + spaced.slice(1)
}

function decodePath(spelling: string): string {
  try {
    return decodeURIComponent(spelling)
  } catch {
    return spelling
  }
}
