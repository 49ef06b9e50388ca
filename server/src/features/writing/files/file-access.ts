import type { FindMarked } from '#/access/authenticate.ts'
import { mainRevision, selectHead, selectPlace } from '#/content-store/branches/public.ts'
import { readInPlace, readInSpace } from '#/content-store/read/public.ts'
import {
  fileSight,
  isEntrySeen,
  type KnownVisitor,
} from '#/content-store/sight/public.ts'
import { ApiError } from '#/platform/errors/api-error.ts'
import { isVisitor, type Reader, type SiteVisitor } from '#/platform/http/caller.ts'
import type { Services } from '#/platform/services.ts'

import type { FileOfUrl } from './file-url.ts'
import type { FileObject } from './find-file.ts'

/** A site as it was at an epoch. */
export interface SiteAt {
  readonly organizationId: string
  readonly siteId: string
  readonly epoch: number
}

/** What the download of a file asks about sites, which know their visitors and conditions. */
export interface SitesOfFiles {
  /** Whether a condition holds for a visitor of whom nothing is known. */
  readonly holdsForAll: (condition: string | null) => boolean
  /** Whether a site shows the file to the visitor besides its pages, as its logo. */
  readonly isInSettings: (
    site: SiteAt,
    visitor: KnownVisitor,
    file: Pick<FileOfUrl, 'spaceId' | 'fileId'>,
  ) => Promise<boolean>
}

export interface FileReaders extends SitesOfFiles {
  readonly findMarked: FindMarked
}

/** Who may read a file by its URL: everybody, or only who has the token that the URL names. */
export type FileAudience = 'everybody' | 'bearer'

type Deciding = Pick<Services, 'db' | 'homes' | 'texts' | 'threads'>

const anybody: KnownVisitor = { claims: {}, audience: '' }

/**
 * Decides about one reading, by the state of the database: of a site, a member or a token nothing
 * is remembered from one request to the next. Undefined when nobody may read by this URL.
 */
export async function audienceOfFile(
  services: Deciding,
  readers: FileReaders,
  asked: FileOfUrl,
  file: FileObject,
): Promise<FileAudience | undefined> {
  const isSeenBy = sightOf(services, asked, file)
  if (await isOpen(readers, asked, file, isSeenBy)) return 'everybody'
  if (asked.mark === undefined) return undefined
  const caller = await readers.findMarked(asked.mark)
  if (caller === undefined || !(await readsSpace(services, caller, asked))) {
    return undefined
  }
  const isRead =
    !isVisitor(caller) ||
    (await isInHead(readers, caller, asked, { ...file, isSeenBy })) ||
    (await isInPreview(services, caller, asked))
  return isRead ? 'bearer' : undefined
}

/** Whether everybody may read a file: a public site shows it to all of its visitors. */
export async function isForEverybody(
  services: Pick<Services, 'db' | 'texts' | 'threads'>,
  sites: SitesOfFiles,
  asked: FileOfUrl,
  file: FileObject,
): Promise<boolean> {
  return isOpen(sites, asked, file, sightOf(services, asked, file))
}

type IsSeenBy = ReturnType<typeof fileSight>

/** The test of visitors for the file in the head. */
function sightOf(
  services: Pick<Services, 'db' | 'texts' | 'threads'>,
  { spaceId, fileId }: FileOfUrl,
  { organizationId, headNumber }: FileObject,
): IsSeenBy {
  const head = mainRevision({ organizationId, spaceId }, headNumber)
  return fileSight(services, head, fileId)
}

async function isOpen(
  { holdsForAll, isInSettings }: SitesOfFiles,
  asked: FileOfUrl,
  { organizationId, isCurrent, openPlaces }: FileObject,
  isSeenBy: IsSeenBy,
): Promise<boolean> {
  if (!isCurrent) return false
  const places = openPlaces.filter(({ conditions }) => conditions.every(holdsForAll))
  if (places.length === 0) return false
  if (await isSeenBy(anybody)) return true
  for (const { siteId, epoch } of places) {
    if (await isInSettings({ organizationId, siteId, epoch }, anybody, asked)) {
      return true
    }
  }
  return false
}

/** Whether the bearer of a token may read the space now. */
async function readsSpace(
  { db, homes }: Deciding,
  caller: Reader,
  { spaceId }: FileOfUrl,
): Promise<boolean> {
  const found = await unlessRefused(
    readInSpace({ homes, caller }, spaceId, async (of) => db.many(selectHead, of)),
  )
  return found !== undefined
}

/** Whether a site shows the file of the head to its visitor. */
async function isInHead(
  { isInSettings }: SitesOfFiles,
  visitor: SiteVisitor,
  asked: FileOfUrl,
  { isCurrent, isSeenBy }: FileObject & { readonly isSeenBy: IsSeenBy },
): Promise<boolean> {
  const sight = await visitor.look()
  if (!isCurrent || sight === undefined) return false
  if (await isSeenBy(sight)) return true
  const { organizationId, siteId } = visitor
  return isInSettings({ organizationId, siteId, epoch: sight.epoch }, sight, asked)
}

/** Whether a visitor is shown the file in the revision that they preview in place of the head. */
async function isInPreview(
  services: Deciding,
  visitor: SiteVisitor,
  { spaceId, fileId, branchId = spaceId }: FileOfUrl,
): Promise<boolean> {
  const { revisionId, branchId: previewed = spaceId } =
    (await visitor.look())?.preview ?? {}
  if (revisionId === undefined || previewed !== branchId) return false
  const context = { ...services, caller: visitor }
  const found = await unlessRefused(
    readInPlace(context, { spaceId, revisionId }, async (shape, of) =>
      services.db.many(selectPlace(shape), of),
    ),
  )
  return found !== undefined && isEntrySeen(context, found.revision, fileId)
}

async function unlessRefused<Found>(reading: Promise<Found>): Promise<Found | undefined> {
  try {
    return await reading
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return undefined
    throw error
  }
}
