import { spellRef } from '@lectern/content/document/references.ts'
import { decodePercent, splitDestination } from '@lectern/content/look/destination.ts'
import { folderOf, joinPath } from '@lectern/content/look/paths.ts'
import { filesMeant } from '@lectern/content/look/resolve-ref.ts'
import { respellDestination } from '@lectern/content/look/respell-destination.ts'
import { respell } from '@lectern/content/look/respell.ts'
import { read } from '@lectern/content/read/read.ts'

import { refsOf } from '#/content-store/documents/public.ts'

import { addressOfFile } from './page-files.ts'
import { keyOfTarget, type RespellWork, type TargetNow } from './respell-work.ts'

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
