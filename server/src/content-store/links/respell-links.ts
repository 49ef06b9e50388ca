import { type ContentRef, spellRef } from '@lectern/content/document/references.ts'
import { decodePercent, splitDestination } from '@lectern/content/look/destination.ts'
import { folderOf, joinPath } from '@lectern/content/look/paths.ts'
import { filesMeant } from '@lectern/content/look/resolve-ref.ts'
import { respellDestination } from '@lectern/content/look/respell-destination.ts'
import { respell } from '@lectern/content/look/respell.ts'
import { read } from '@lectern/content/read/read.ts'

import { refsOf } from '#/content-store/documents/public.ts'
import type { StoredLink } from '#/content-store/entries/public.ts'
import { threadTask } from '#/platform/threads/threads.ts'

import { addressOfFile } from './page-files.ts'

/** The current path and addresses of a possible link target. */
export interface TargetNow {
  readonly path: string
  /** For a page: the addresses under which it is found without its file. */
  readonly addresses: readonly string[]
}

/** A text, the stored targets of its references, and the current paths of these targets. */
export interface RespellWork {
  readonly markdown: string
  readonly links: readonly StoredLink[]
  /** The file that relative links of the text start from. */
  readonly file: string
  /** Keys are `page/<id>`, `file/<id>` and `reusable-content/<id>`; a missing target is deleted. */
  readonly targets: Readonly<Record<string, TargetNow>>
  /** All existing files, when a path could lead to another file than its target. */
  readonly files?: ReadonlySet<string>
}

/** The task of `respellLinks` on a thread: texts of strangers take milliseconds to read. */
export const respellLinksTask = threadTask<RespellWork, string>(
  new URL(import.meta.url),
  'respellLinks',
)

/**
 * The Markdown with only those destinations respelled that no longer lead to their stored targets,
 * every other byte unchanged. A destination whose target is deleted stays as it is.
 * @public loaded by name
 */
export function respellLinks(work: RespellWork): string {
  const spelled = new Map<string, TargetNow>()
  for (const [index, ref] of refsOf(read(work.markdown).document).entries()) {
    const link = work.links[index]
    const key = link && keyOfTarget(link)
    const target = key === undefined ? undefined : work.targets[key]
    if (target !== undefined) spelled.set(spellRef(ref), target)
  }
  if (spelled.size === 0) return work.markdown
  return respell(work.markdown, ({ destination }) => {
    const target = spelled.get(destination)
    return target && respelled(destination, target, work)
  })
}

/** The kind and id of a link's target in its own space; undefined for all other targets. */
export function keyOfTarget({ ref, target = ref }: StoredLink): string | undefined {
  if ('space' in target && target.space !== undefined) return undefined
  return keyOfRef(target)
}

function keyOfRef(ref: ContentRef): string | undefined {
  if (ref.kind === 'page') return `page/${ref.page}`
  if (ref.kind === 'anchor') {
    return ref.page === undefined ? undefined : `page/${ref.page}`
  }
  if (ref.kind === 'file') return `file/${ref.file}`
  return ref.kind === 'reusable-content'
    ? `reusable-content/${ref.reusableContent}`
    : undefined
}

function respelled(
  destination: string,
  target: TargetNow,
  { file, files }: RespellWork,
): string | undefined {
  const path = splitDestination(destination)?.path ?? ''
  if (path === '') return undefined
  const spellings = [...new Set([path, decodePercent(path)])]
  if (spellings.some((spelling) => leadsTo(spelling, target, { file, files }))) {
    return undefined
  }
  const before = deepEnough(path)
  const meant = new Set(
    spellings.map((spelling) => fileMeantBy(spelling, before, target)),
  )
  return respellDestination(destination, {
    before,
    after: file,
    existed: (each) => meant.has(each),
    exists: (each) => each === target.path || files?.has(each) === true,
    nowAt: () => target.path,
  })
}

type From = { readonly file: string; readonly files: ReadonlySet<string> | undefined }

function leadsTo(
  spelling: string,
  { path, addresses }: TargetNow,
  { file, files }: From,
) {
  const joined = joinFrom(file, spelling)
  if (joined === undefined) return false
  for (const each of filesMeant(joined)) {
    if (each === path) return true
    if (files?.has(each) === true) return false
    const address = addressOfFile(each)
    if (address !== undefined && addresses.includes(address)) return true
  }
  return false
}

function joinFrom(file: string, spelling: string): string | undefined {
  return joinPath(spelling.startsWith('/') ? '' : folderOf(file), spelling)
}

/** A file so deep that a path that goes up from it stays inside, as it did where it was written. */
function deepEnough(path: string): string {
  return `${'-/'.repeat(path.split('..').length)}page.md`
}

/** The file that a path meant where it was written, among the files that it can mean. */
function fileMeantBy(spelling: string, file: string, target: TargetNow): string {
  const [whole = '', page = whole, folder = whole] = filesMeant(
    joinFrom(file, spelling) ?? '',
  )
  if (/\.[^/.]+$/.test(whole)) return whole
  return target.path.endsWith('/README.md') ? folder : page
}
