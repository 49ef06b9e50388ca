import { createReadStream } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { spellTitle } from '@lectern/content/page/plain-title.ts'
import { assetsFolder } from '@lectern/content/repository/read-files.ts'
import { slugOfFile, uniqueSlugs } from '@lectern/content/tree/slug.ts'
import { webKey } from '@lectern/content/website/web-key.ts'

import type { UploadedFiles } from '#/features/writing/file-trees/public.ts'
import { goOn } from '#/platform/jobs/job.ts'
import type { Services } from '#/platform/services.ts'

import {
  type Crawl,
  type CrawledPage,
  crawlWebsite,
  type Problem,
  type WebsiteLimits,
  websiteLimits,
} from './website-crawl.ts'
import { fetchOnHost, NotRead, partOf } from './website-fetch.ts'
import { pagePaths, type WebScope } from './website-scope.ts'
import { writePage } from './website-work.ts'

/** A page or an image that was read. */
interface WebsitePart {
  readonly kind: 'page' | 'file'
  /** The name under which its address is known. */
  readonly key: string
  /** Its name in the folder of its kind. */
  readonly name: string
}

/** A website that was read, until it is removed. */
export interface Website {
  /** The name of its folder, made from its address; without a slash at the end. */
  readonly folder: string
  readonly parts: readonly WebsitePart[]
  /** The bytes of its pages, as many of them as are taken: their Markdown has hardly more. */
  readonly textBytes: number
  readonly pathIn: (folder: string, part: WebsitePart) => string
  readonly writeInto: (folder: string) => Promise<WebsiteFiles>
  readonly remove: () => Promise<void>
}

/** A website as the files that an import reads. */
export interface WebsiteFiles {
  readonly files: UploadedFiles
  readonly problems: readonly Problem[]
  /** The addresses of the pages by the paths of their files. */
  readonly sources: ReadonlyMap<string, string>
  /** The keys of the addresses of pages and images by the paths of their files. */
  readonly keys: ReadonlyMap<string, string>
}

interface Asked {
  readonly organizationId: string
  readonly url: string
  readonly report: (done: number, total: number) => Promise<void>
  /** Ends the import when its worker stops. */
  readonly stopping: AbortSignal | undefined
}

/** Reads a website: its pages, and the images of its host. */
export async function fetchWebsite(
  services: Pick<Services, 'egress' | 'threads'>,
  asked: Asked,
  limits: WebsiteLimits = websiteLimits,
): Promise<Website> {
  const folder = await mkdtemp(path.join(tmpdir(), 'lectern-website-'))
  const remove = async () => rm(folder, { recursive: true, force: true })
  try {
    const crawl = await crawlWebsite(services, { ...asked, folder, limits })
    const images = await fetchImages(crawl, asked, { folder, limits })
    const nameOf = pagePaths(crawl.scope)
    const pages = crawl.pages.map((page): ReadPart => {
      return {
        kind: 'page',
        key: webKey(page.url.href),
        name: nameOf(page.url, page.title),
        page,
      }
    })
    return {
      folder: crawl.scope.folder,
      parts: [...pages, ...images],
      textBytes: Math.min(
        crawl.pages.reduce((sum, { bytes }) => sum + bytes, 0),
        limits.textBytes,
      ),
      pathIn,
      writeInto: async (place) =>
        writeFiles(services, asked, { crawl, pages, images, place, limits }),
      remove,
    }
  } catch (error) {
    await remove()
    throw error
  }
}

/** Images are where every export has them, so that a push of an export finds them. */
function pathIn(folder: string, { kind, name }: WebsitePart): string {
  return kind === 'page' ? `${folder}${name}` : `${assetsFolder}${folder}${name}`
}

interface ReadPart extends WebsitePart {
  readonly page: CrawledPage
}

interface ToWrite {
  readonly crawl: Crawl
  readonly pages: readonly ReadPart[]
  readonly images: readonly FetchedImage[]
  readonly place: string
  readonly limits: WebsiteLimits
}

/** Writes the pages as Markdown in which links lead to the files of the others. */
async function writeFiles(
  services: Pick<Services, 'threads'>,
  doneFor: Asked,
  { crawl, pages, images, place, limits }: ToWrite,
): Promise<WebsiteFiles> {
  const paths = new Map(
    [...images, ...pages].map((part) => [part.key, pathIn(place, part)] as const),
  )
  const placed = pages.map((part) => ({ page: part.page, path: pathIn(place, part) }))
  const pageTexts = new Map<string, Buffer>([
    ['SUMMARY.md', Buffer.from(summaryOf(crawl.scope, placed))],
  ])
  const problems = [...crawl.problems]
  let bytes = 0
  for (const { page, path: file } of placed) {
    goOn(doneFor.stopping)
    const { title, description } = page
    const writing = services.threads.run(doneFor, writePage, {
      title: title === '' ? file : title,
      ...(description !== undefined && { description }),
      packed: await readFile(page.file),
      path: file,
      paths,
    })
    const text = await textOrProblem(writing)
    if (typeof text !== 'string') {
      problems.push({ path: page.url.href, message: text.message })
      continue
    }
    bytes += Buffer.byteLength(text)
    if (bytes <= limits.textBytes) pageTexts.set(file, Buffer.from(text))
    else problems.push({ path: page.url.href, message: tooMuchText(limits) })
  }
  const fileOf = new Map(images.map((image) => [pathIn(place, image), image]))
  return {
    files: uploadedFiles(pageTexts, fileOf),
    problems,
    sources: new Map(placed.map(({ page, path: file }) => [file, page.url.href])),
    keys: new Map([...paths].map(([key, file]) => [file, key])),
  }
}

async function textOrProblem(writing: Promise<string>): Promise<string | NotRead> {
  try {
    return await partOf(writing)
  } catch (error) {
    if (error instanceof NotRead) return error
    throw error
  }
}

const tooMuchText = ({ textBytes }: WebsiteLimits) =>
  `Left out: the pages before it have ${textBytes / 1024 / 1024} MB of text`

interface FetchedImage extends WebsitePart {
  /** Where it is on this machine. */
  readonly file: string
  readonly size: number
}

const endings: ReadonlyMap<string, string> = new Map([
  ['image/png', 'png'],
  ['image/jpeg', 'jpg'],
  ['image/gif', 'gif'],
  ['image/webp', 'webp'],
  ['image/avif', 'avif'],
  ['image/svg+xml', 'svg'],
])

async function fetchImages(
  { pages, scope, web, problems }: Crawl,
  { report }: Asked,
  { folder, limits }: { readonly folder: string; readonly limits: WebsiteLimits },
): Promise<readonly FetchedImage[]> {
  const addresses = new Map(
    pages
      .flatMap(({ images }) => images)
      .filter((address) => scope.isOnHost(new URL(address)))
      .map((address) => [webKey(address), address] as const),
  )
  const unique = uniqueSlugs()
  const found: FetchedImage[] = []
  let bytes = 0
  for (const [asked, [key, address]] of [...addresses].entries()) {
    if (asked >= limits.files || bytes > limits.filesBytes) {
      problems.push({
        path: scope.start,
        message: `Only the first ${asked} images were asked for`,
      })
      break
    }
    await report(pages.length, pages.length + addresses.size)
    try {
      const { status, headers, body } = await fetchOnHost(web, address, {
        bytesMax: limits.fileBytes,
        accept: 'image/*',
      })
      const type = (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase()
      const ending = endings.get(type ?? '')
      if (status !== 200 || ending === undefined) throw new NotRead('It is no picture')
      bytes += body.length
      const name = unique(nameIn(address))
      const file = path.join(folder, String(found.length))
      await writeFile(file, body)
      const named = { kind: 'file', key, name: `${name}.${ending}` } as const
      found.push({ ...named, file, size: body.length })
    } catch (error) {
      if (!(error instanceof NotRead)) throw error
      problems.push({ path: address, message: error.message })
    }
  }
  return found
}

function nameIn(address: string): string {
  const last = new URL(address).pathname.split('/').at(-1) ?? ''
  const [name = ''] = last.split('.')
  return slugOfFile(name).slice(0, 80)
}

interface Placed {
  readonly page: CrawledPage
  readonly path: string
}

/** The table of contents: a page is below the nearest page that its address is below. */
function summaryOf(scope: WebScope, placed: readonly Placed[]): string {
  const byAddress = new Map(
    placed.map((one) => [scope.slugsOf(one.page.url).join('/'), one]),
  )
  const below = new Map<Placed | undefined, Placed[]>()
  for (const one of placed) {
    const slugs = scope.slugsOf(one.page.url)
    const lengths = slugs.map((_, index) => index).filter((length) => length > 0)
    const above = lengths
      .toReversed()
      .map((length) => byAddress.get(slugs.slice(0, length).join('/')))
      .find((each) => each !== undefined && each !== one)
    below.set(above, [...(below.get(above) ?? []), one])
  }
  const lines = (above: Placed | undefined, indent: string): string[] =>
    (below.get(above) ?? []).flatMap((one) => [
      `${indent}* [${spellTitle(one.page.title || one.path)}](${encodeURI(one.path)})`,
      ...lines(one, `${indent}  `),
    ])
  return `# Table of contents\n\n${lines(undefined, '').join('\n')}\n`
}

function uploadedFiles(
  pageTexts: ReadonlyMap<string, Buffer>,
  images: ReadonlyMap<string, FetchedImage>,
): UploadedFiles {
  const sizes = new Map([
    ...[...pageTexts].map(([place, { length }]) => [place, length] as const),
    ...[...images].map(([place, { size }]) => [place, size] as const),
  ])
  return {
    sizes,
    textBytes: [...pageTexts.values()].reduce((sum, { length }) => sum + length, 0),
    async *read(isWanted) {
      for (const [place, size] of sizes) {
        if (!isWanted(place)) continue
        const text = pageTexts.get(place)
        const file = images.get(place)?.file
        if (text !== undefined) yield { path: place, size, body: once(text) }
        else if (file !== undefined) {
          yield { path: place, size, body: createReadStream(file) }
        }
      }
    },
  }
}

async function* once(bytes: Buffer): AsyncGenerator<Buffer, void> {
  yield bytes
}
