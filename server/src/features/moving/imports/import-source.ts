import type { EntryState } from '#/content-store/entries/public.ts'
import type {
  ImportMode,
  Unpacked,
  UploadedFiles,
} from '#/features/writing/file-trees/public.ts'

import { belowPage } from './below-page.ts'
import { knownOrigins, withWebsiteOrigins } from './known-origins.ts'
import type { Website, WebsiteFiles } from './website-files.ts'
import { knownInFiles, placedWebsite, placeOfWebsite } from './website-origins.ts'

interface Into {
  readonly head: ReadonlyMap<string, EntryState>
  readonly mode: ImportMode
  readonly pageId: string | null
}

interface PlacedSource {
  readonly uploads: UploadedFiles
  /** The ids of what came from the same source before, by the origins of its files. */
  readonly known: ReadonlyMap<string, string>
  /** The import as it is written. */
  readonly placed: (unpacked: Unpacked) => Unpacked
  readonly website?: WebsiteFiles
}

/** A source with what it finds again in the place it goes to: files by their paths, pages of a website by their addresses. */
export async function sourceFor(
  source: UploadedFiles | Website,
  into: Into,
): Promise<PlacedSource> {
  const { head, mode, pageId } = into
  if ('writeInto' in source) {
    const place = placeOfWebsite(source, into)
    const website = await source.writeInto(place.folder)
    return {
      uploads: website.files,
      known: knownInFiles(website.keys, place),
      placed: (unpacked) => placedWebsite(unpacked, website.keys, pageId),
      website,
    }
  }
  const below = belowPage(head, pageId)
  return {
    uploads: source,
    known: below.known(knownOrigins(head, mode)),
    placed: (unpacked) => withWebsiteOrigins(below.placed(unpacked), head),
  }
}
