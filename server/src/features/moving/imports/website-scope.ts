import { isSafePath, withoutGitFolders } from '@lectern/content/repository/paths.ts'
import { slugify, slugOfFile, uniqueSlugs } from '@lectern/content/tree/slug.ts'
import { webKey } from '@lectern/content/website/web-key.ts'

/** The part of a website that an import reads: one host, at and below the path of its start. */
export interface WebScope {
  readonly start: string
  /** The name of a folder for its files, which follows from host and path of the start. */
  readonly folder: string
  readonly isOnHost: (url: URL) => boolean
  /** Whether a page at this address belongs to the import. */
  readonly isInside: (url: URL) => boolean
  /** The slugs of an address below the start; none for the start itself. */
  readonly slugsOf: (url: URL) => readonly string[]
}

const slugCharactersMax = 80
const slugsMax = 8

export function webScope(start: string): WebScope {
  const from = new URL(start)
  const top = topOf(from.pathname)
  const isOnHost = (url: URL) =>
    url.host === from.host &&
    (url.protocol === 'https:' || url.protocol === from.protocol)
  return {
    start,
    folder: folderOf(from.host, top),
    isOnHost,
    isInside: (url) =>
      isOnHost(url) &&
      // An address with a query is one of endlessly many.
      url.search === '' &&
      (`${url.pathname}/`.startsWith(top) || webKey(url.href) === webKey(start)),
    slugsOf: (url) => {
      if (webKey(url.href) === webKey(start)) return []
      const [, ...below] = `${url.pathname}/`.slice(top.length - 1).split('/')
      const slugs = below.flatMap((part) => slugOf(part) ?? [])
      const [last] = slugs.slice(-1)
      const kept = last?.toLowerCase() === 'index' ? slugs.slice(0, -1) : slugs
      return kept.length <= slugsMax
        ? kept
        : [...kept.slice(0, slugsMax - 1), kept.slice(slugsMax - 1).join('-')]
    },
  }
}

function folderOf(host: string, top: string): string {
  const slugs = top.split('/').flatMap((part) => slugOf(part) ?? [])
  return withoutGitFolders([slugOfFile(host), ...slugs.slice(0, slugsMax)].join('/'))
}

/** The folder of the start: itself, or the one around a file such as `intro.html`. */
function topOf(pathname: string): string {
  const folder = /\.[a-z]{2,5}$/i.test(pathname)
    ? pathname.slice(0, pathname.lastIndexOf('/') + 1)
    : pathname
  return folder.endsWith('/') ? folder : `${folder}/`
}

function slugOf(part: string): string | undefined {
  const name = decoded(part).replace(/\.(?:html?|php|aspx?|md)$/i, '')
  return name === '' ? undefined : slugOfFile(name).slice(0, slugCharactersMax)
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** Gives the file of each page, no two the same. That of the start is named by its title. */
export function pagePaths(scope: WebScope): (url: URL, title: string) => string {
  const unique = uniqueSlugs()
  return (url, title) => {
    const slugs = scope.slugsOf(url).join('/')
    const path = slugs === '' ? slugify(title).slice(0, slugCharactersMax) : slugs
    const name = unique(isSafePath(`${path}.md`) ? path : 'page')
    return `${name}.md`
  }
}
