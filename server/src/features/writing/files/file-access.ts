import type { FindMarked } from '#/access/authenticate.ts'
import { selectHead } from '#/content-store/branches/public.ts'
import { readInSpace } from '#/content-store/read/public.ts'
import { ApiError } from '#/platform/errors/api-error.ts'
import { isVisitor, type Reader, type SiteVisitor } from '#/platform/http/caller.ts'
import type { Services } from '#/platform/services.ts'

import type { FileOfUrl } from './file-url.ts'
import type { FileObject } from './find-file.ts'

/** What the download of a file asks about readers: sites know their visitors and conditions. */
export interface FileReaders {
  readonly findMarked: FindMarked
  /** Whether a condition holds for a visitor of whom nothing is known. */
  readonly holdsForAll: (condition: string | null) => boolean
}

/** Who may read a file by its URL: everybody, or only who has the token that the URL names. */
export type FileAudience = 'everybody' | 'bearer'

/** Whether everybody may read a file: it is in what a public site shows to all of its visitors. */
export function isForEverybody(
  { isCurrent, openPlaces }: FileObject,
  { holdsForAll }: Pick<FileReaders, 'holdsForAll'>,
): boolean {
  return isCurrent && openPlaces.some((conditions) => conditions.every(holdsForAll))
}

/**
 * Decides about one reading, by the state of the database: nothing of a site, a member or a token
 * is remembered from one request to the next. Undefined when nobody may read by this URL.
 */
export async function audienceOfFile(
  services: Pick<Services, 'db' | 'homes'>,
  readers: FileReaders,
  asked: FileOfUrl,
  file: FileObject,
): Promise<FileAudience | undefined> {
  if (isForEverybody(file, readers)) return 'everybody'
  if (asked.mark === undefined) return undefined
  const caller = await readers.findMarked(asked.mark)
  if (caller === undefined || !(await readsSpace(services, caller, asked))) {
    return undefined
  }
  const reads = isVisitor(caller) ? await isShownTo(caller, asked, file) : true
  return reads ? 'bearer' : undefined
}

/** Whether the bearer of a token may read the space now. */
async function readsSpace(
  { db, homes }: Pick<Services, 'db' | 'homes'>,
  caller: Reader,
  { spaceId }: FileOfUrl,
): Promise<boolean> {
  try {
    await readInSpace({ homes, caller }, spaceId, async (of) => db.many(selectHead, of))
    return true
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return false
    throw error
  }
}

/**
 * Whether a visitor is shown the file: one of the head, or of what they preview. Members also read
 * what only older revisions have.
 */
async function isShownTo(
  visitor: SiteVisitor,
  { spaceId, branchId = spaceId }: FileOfUrl,
  { isCurrent }: FileObject,
): Promise<boolean> {
  if (isCurrent) return true
  const preview = (await visitor.look())?.preview
  return preview?.revisionId !== undefined && (preview.branchId ?? spaceId) === branchId
}
