import { isMarkdown } from '@lectern/content/repository/paths.ts'

import type { Services } from '#/platform/services.ts'

import { filesOf, importMeter, type UploadedFile } from './archive.ts'
import { ImportFailure } from './import-failure.ts'

/** The largest text that is read; a page is at most one megabyte, and has its front matter. */
export const textBytesMax = 2 * 1024 * 1024

export interface NamedUpload {
  readonly key: string
  readonly name: string
}

/** Where a file is: in which upload, and behind how many other files of it. */
interface Place {
  readonly upload: number
  readonly nth: number
  readonly size: number
}

/** The files of an import, of which only the paths are held. */
export interface UploadedFiles {
  /** The sizes of the files by their paths. */
  readonly sizes: ReadonlyMap<string, number>
  /** The bytes of all texts, which an import holds together. */
  readonly textBytes: number
  /** Unpacks the uploads once more and gives the wanted files, in the order of the uploads. */
  readonly read: (isWanted: (path: string) => boolean) => AsyncGenerator<UploadedFile>
}

/** Whether the content of a space is read from this file: a page, or a setting of the space. */
export function isText(path: string): boolean {
  return isMarkdown(path) || /(?:^|\/)\.gitbook(?:\/vars)?\.yaml$/.test(path)
}

/** Unpacks uploads without holding what they hold; refuses more than an import may have. */
export async function listUploads(
  { storage }: Pick<Services, 'storage'>,
  uploads: readonly NamedUpload[],
): Promise<UploadedFiles> {
  const places = new Map<string, Place>()
  for await (const { path, size, ...place } of walk(storage, uploads)) {
    // A later file replaces an earlier one of the same path.
    places.set(path, { ...place, size })
  }
  const folder = folderAround(places)
  const inside = (path: string) => path.slice(folder.length)
  const sizes = new Map([...places].map(([path, { size }]) => [inside(path), size]))
  const texts = [...sizes].filter(([path, size]) => isText(path) && size <= textBytesMax)
  return {
    sizes,
    textBytes: texts.reduce((sum, [, size]) => sum + size, 0),
    async *read(isWanted) {
      for await (const { path, upload, nth, size, body } of walk(storage, uploads)) {
        const place = places.get(path)
        if (place?.upload !== upload || place.nth !== nth) continue
        if (place.size !== size) throw changed()
        if (isWanted(inside(path))) yield { path: inside(path), size, body }
      }
    },
  }
}

async function* walk(
  storage: Services['storage'],
  uploads: readonly NamedUpload[],
): AsyncGenerator<UploadedFile & Omit<Place, 'size'>, void> {
  const meter = importMeter()
  for (const [upload, { key, name }] of uploads.entries()) {
    const found = await storage.get(key)
    if (found === undefined) {
      throw new ImportFailure(`The upload "${name}" is gone. Upload it again.`)
    }
    let nth = 0
    for await (const file of filesOf({ name, ...found }, meter)) {
      yield { ...file, upload, nth }
      nth += 1
    }
  }
}

/**
 * The folder that holds all files, with its slash: an archive of a folder often holds the folder
 * itself.
 */
function folderAround(places: ReadonlyMap<string, Place>): string {
  const tops = new Set([...places.keys()].map((path) => path.split('/', 1)[0] ?? ''))
  const [top = ''] = tops
  const isWrapped =
    tops.size === 1 &&
    !top.startsWith('.') &&
    [...places.keys()].every((path) => path.includes('/'))
  return isWrapped ? `${top}/` : ''
}

/** An upload that was sent once more while it is read: its URL takes a PUT for some minutes. */
export function changed(): ImportFailure {
  return new ImportFailure(
    'An upload was replaced while it was imported. Upload the files and import again.',
  )
}
