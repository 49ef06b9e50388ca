import { callerOfJob } from '#/access/caller-of-job.ts'
import { contentWritten } from '#/features/review/change-requests/public.ts'
import {
  conditionProblems,
  ImportFailure,
  type ImportMode,
  listUploads,
  prepareComments,
  readEntries,
  readHead,
  readHidden,
  readUploads,
  type StoredResult,
  type Unpacked,
  type UploadedFiles,
  withDeleted,
} from '#/features/writing/file-trees/public.ts'
import { dropFiles, uploadEmptied } from '#/features/writing/files/public.ts'
import { indexSpaceSoon } from '#/features/writing/search/public.ts'
import { followEntriesSoon } from '#/features/writing/computed-pages/public.ts'
import { spaceContentUpdated } from '#/features/writing/spaces/public.ts'
import { storableJson } from '#/platform/database/storable-json.ts'
import type { Transaction } from '#/platform/database/transaction.ts'
import type { Caller } from '#/platform/http/caller.ts'
import type { Context } from '#/platform/http/context.ts'
import { enqueue, goOn, job, Stopped } from '#/platform/jobs/job.ts'
import type { Release } from '#/platform/memory/budget.ts'
import type { Services } from '#/platform/services.ts'

import { findBranch, type ImportTarget } from './import-branch.ts'
import { reserveMemory } from './import-memory.ts'
import {
  beginImport,
  completeImport,
  failImport,
  putBackImport,
  reportProgress,
} from './import-queries.ts'
import { sourceFor } from './import-source.ts'
import { fetchWebsite, type Website, type WebsiteFiles } from './website-files.ts'
import { writeImport } from './write-import.ts'

type OfRun = Readonly<{ organizationId: string; importRunId: string }>

/** A job of an earlier build says nothing of `write`, and always writes. */
type RunToDo = OfRun & { readonly write?: WriteRule }

interface Begun {
  readonly space_id: string
  readonly change_request_id: string | null
  readonly mode: string
  readonly upload_keys: readonly string[]
  readonly upload_names: readonly string[]
  /** The start of a website; null for an import of uploads. */
  readonly source_url: string | null
  /** The page that the import goes below; null for the top of the space. */
  readonly page_id: string | null
  readonly created_by: string
  readonly attempts: number
}

type WriteRule = 'always' | 'careful' | 'never'

/** Takes back the transaction of an import that is counted and not written. */
class Withheld extends Error {
  override readonly name = 'Withheld'
  readonly result: StoredResult
  readonly problems: string

  constructor(result: StoredResult, problems: string) {
    super('The import was not written')
    this.result = result
    this.problems = problems
  }
}

/** Ends the work on an import that a user has cancelled. */
class Cancelled extends Error {
  override readonly name = 'Cancelled'
}

const attemptsMax = 3
const progressEveryMs = 500
/** How long an import stays in the queue for which there was no memory. */
const putBackSeconds = 5
const problemsMax = 100

/** So many imports of one organization run at the same time, of uploads and of websites. */
const perOrganizationMax = 2
const options = { retriesMax: attemptsMax, perOrganizationMax }

/** Imports uploads into a space as one revision; an import that stops halfway leaves nothing. */
export const runImport = job<RunToDo>(
  'imports.run',
  { ...options, timeoutSeconds: 1800 },
  importOnce,
)

/** Imports a website, beside those of uploads: reading it may take a quarter of an hour. */
export const importWebsite = job<RunToDo>(
  'imports.run-website',
  { ...options, timeoutSeconds: 2400 },
  importOnce,
)

async function importOnce(
  run: RunToDo,
  services: Services,
  stopping?: AbortSignal,
): Promise<void> {
  const { db, storage } = services
  const begun = await db.transaction(async (tx) => tx.first(beginImport, run))
  if (begun === undefined) return
  try {
    if (!(await importWithinMemory(services, run, { begun, stopping }))) return
  } catch (error) {
    if (error instanceof Stopped) await putBack(services, run)
    if (error instanceof Withheld) await withhold(services, run, error)
    else if (!(error instanceof Cancelled)) await fail(services, run, begun, error)
  }
  for (const key of begun.upload_keys) {
    await storage.delete(key)
    const upload = { organizationId: run.organizationId, key }
    await db.transaction(async (tx) => uploadEmptied(tx, upload))
  }
}

/** Runs an import once there is memory for it; false when it was put back into the queue. */
async function importWithinMemory(
  services: Services,
  run: RunToDo,
  { begun, stopping }: Pick<ToImport, 'begun' | 'stopping'>,
): Promise<boolean> {
  const { organizationId } = run
  const url = begun.source_url
  // A website is read before there is memory for its texts: what was read of it is in files.
  const website =
    url === null ? undefined : await readWebsite(services, run, { url, stopping })
  const stored: string[] = []
  let release: Release | undefined
  try {
    const source = website ?? (await uploadsOf(services, begun))
    release = await memoryFor(services, run, { begun, source, stopping })
    if (release === undefined) {
      await services.db.transaction(async (tx) => {
        if ((await tx.count(putBackImport, run)) === 0) return
        const again = url === null ? runImport : importWebsite
        enqueue(tx, again, run, { startAfterSeconds: putBackSeconds })
      })
      return false
    }
    await importContent(services, run, { begun, source, stored, stopping })
  } catch (error) {
    await dropFiles(services, { organizationId, keys: stored })
    throw error
  } finally {
    await website?.remove()
    release?.()
  }
  return true
}

/** Puts an import back that ends with its worker: the job itself goes back to the queue. */
async function putBack({ db }: Services, run: OfRun): Promise<void> {
  await db.transaction(async (tx) => tx.run(putBackImport, run))
}

/**
 * Reserves the memory for what an import has to read; undefined when there is none. One of a
 * website waits longer: it would have to be read again.
 */
async function memoryFor(
  services: Services,
  run: OfRun,
  { begun, source, stopping }: Pick<ToImport, 'begun' | 'source' | 'stopping'>,
): Promise<Release | undefined> {
  const { textBytes } = source
  const files = 'parts' in source ? source.parts.length : source.sizes.size
  const of = { organizationId: run.organizationId, spaceId: begun.space_id }
  const needs = { ...of, textBytes, files }
  const report = progressOf(services, run, stopping)
  const triesMax = begun.source_url === null ? 1 : websiteTriesMax
  for (let tries = 1; ; tries += 1) {
    const release = await reserveMemory(services, needs)
    if (release !== undefined || tries === triesMax) return release
    await report(0, files)
  }
}

/** Each try waits for five seconds. */
const websiteTriesMax = 120

async function uploadsOf(
  services: Services,
  { upload_keys: keys, upload_names: names }: Begun,
): Promise<UploadedFiles> {
  const named = keys.map((key, index) => ({ key, name: names[index] ?? key }))
  return listUploads(services, named)
}

async function readWebsite(
  services: Services,
  run: OfRun,
  { url, stopping }: { readonly url: string } & Pick<ToImport, 'stopping'>,
): Promise<Website> {
  const { organizationId } = run
  const report = progressOf(services, run, stopping)
  return fetchWebsite(services, { organizationId, url, report, stopping })
}

interface ToImport {
  readonly begun: Begun
  readonly source: UploadedFiles | Website
  /** Takes the keys of the files that were stored. */
  readonly stored: string[]
  /** Says that the worker stops: another one begins the import again. */
  readonly stopping: AbortSignal | undefined
}

async function importContent(
  services: Services,
  run: RunToDo,
  { begun, source, stored, stopping }: ToImport,
): Promise<void> {
  const { db, config } = services
  const { organizationId, importRunId } = run
  const { space_id: spaceId, change_request_id: changeRequestId } = begun
  const mayBeLocked = run.write === 'never'
  const place = { organizationId, spaceId, changeRequestId, mayBeLocked }
  const context = { ...services, caller: callerOf(begun.created_by, organizationId) }
  const branch = await findBranch(db, context, place)
  const [current, hidden] = await Promise.all([
    readHead(db, branch),
    readHidden(db, branch),
  ])
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a check constraint holds the column to these
  const mode = begun.mode as ImportMode
  const head = withDeleted(current, hidden, mode)
  const into = { head, mode, pageId: begun.page_id }
  const { uploads, known, placed, website } = await sourceFor(source, into)
  const { unpacked: found, digests } = await readUploads(services, run, uploads, known)
  const read = await readEntries(
    {
      organizationId,
      spaceId,
      context,
      head,
      uploads,
      uploadKeys: begun.upload_keys,
      digests,
      stored,
      advance: advanceOf(progressOf(services, run, stopping), found.entries.length),
    },
    found.entries,
  )
  const unpacked = placed(found)
  const anchorMoves = await prepareComments(services, branch, {
    head,
    mode,
    unpacked,
    read,
  })
  await db.transaction(async (tx) => {
    const appUrls = [config.APP_URL ?? config.PUBLIC_URL]
    const pageId = begun.page_id
    const toWrite = { place, pageId, mode, unpacked, read, appUrls, anchorMoves }
    const written = await writeImport(tx, context, toWrite)
    const { isChanged, headId } = written
    const result = { ...written.result, ...sourcesOf(found, website) }
    const told = [
      ...conditionProblems(found.entries, read),
      ...found.problems,
      ...(website?.problems ?? []),
    ]
    const problems = storableJson(told.slice(0, problemsMax))
    if (run.write === 'never' || (run.write === 'careful' && removesMost(result))) {
      throw new Withheld({ ...result, revision: headId }, problems)
    }
    const completed = { ...run, result: storableJson(result), problems }
    // The import was cancelled at the last moment: the transaction is rolled back.
    if ((await tx.count(completeImport, completed)) === 0) throw new Cancelled()
    if (!isChanged) return
    const asked = { ...context, requestId: importRunId }
    const details = { importRunId }
    await imported(tx, asked, place, { revisionId: result.revision, details })
    if (changeRequestId === null) await followEntriesSoon(tx, place, found.entries)
  })
}

/** The addresses that the pages of a website had, by their ids. */
function sourcesOf(
  { entries }: Unpacked,
  website: WebsiteFiles | undefined,
): Pick<StoredResult, 'sources'> {
  if (website === undefined) return {}
  const sources = entries.flatMap(({ id, path = '' }) => {
    const address = website.sources.get(path)
    return address === undefined ? [] : [[id, address] as const]
  })
  return { sources: Object.fromEntries(sources) }
}

/** Whether more than a third of the pages that were there would go. */
function removesMost({ pages: { updated, removed, unchanged } }: StoredResult): boolean {
  return removed * 3 > updated + removed + unchanged
}

/** Ends an import that was not written, with what would have come of it. */
async function withhold(
  { db }: Services,
  run: RunToDo,
  { result, problems }: Withheld,
): Promise<void> {
  const counted = { ...run, result: storableJson(result), problems }
  const { updated, removed, unchanged } = result.pages
  const failure = `It would remove ${removed} of ${updated + removed + unchanged} pages, more than a third of them. Nothing was changed.`
  await db.transaction(async (tx) =>
    run.write === 'never'
      ? tx.run(completeImport, counted)
      : tx.run(failImport, { ...counted, failure }),
  )
}

/** Records a new revision; only the main content goes into the search index. */
async function imported(
  tx: Transaction,
  by: Pick<Context, 'caller' | 'requestId'>,
  { organizationId, spaceId, changeRequestId }: ImportTarget,
  // oxlint-disable-next-line max-params -- a transaction, who imports, where, and what
  revision: { readonly revisionId: string; readonly details: object },
): Promise<void> {
  const of = { organizationId, spaceId }
  if (changeRequestId !== null) {
    await contentWritten(tx, by, { ...of, changeRequestId }, revision)
    return
  }
  spaceContentUpdated(tx, by, { ...of, ...revision })
  indexSpaceSoon(tx, of)
}

/** Writes the progress now and then; fails once the import is cancelled, or the worker stops. */
function progressOf({ db }: Services, run: OfRun, stopping: AbortSignal | undefined) {
  let reportedMs = Number.NEGATIVE_INFINITY
  return async (done: number, total: number): Promise<void> => {
    goOn(stopping)
    const nowMs = performance.now()
    if (nowMs - reportedMs < progressEveryMs) return
    reportedMs = nowMs
    const progress = { ...run, done: Math.min(done, total), total }
    const touched = await db.transaction(async (tx) => tx.count(reportProgress, progress))
    if (touched === 0) throw new Cancelled()
  }
}

/** Adds up what was read. */
function advanceOf(report: ReturnType<typeof progressOf>, total: number) {
  let done = 0
  return async (by: number): Promise<void> => {
    done += by
    await report(done, total)
  }
}

/**
 * Marks the import as failed. An error that is no fault of the upload leads to a few more attempts
 * first.
 */
async function fail(
  { db }: Services,
  run: OfRun,
  { attempts }: Begun,
  error: unknown,
): Promise<void> {
  const isFinal = error instanceof ImportFailure || attempts >= attemptsMax
  if (!isFinal || error instanceof Stopped) throw error
  const failure =
    error instanceof ImportFailure
      ? error.message
      : `The server could not finish this import. Nothing was changed. Ask its operator to look for "${run.importRunId}" in the log.`
  const told = { failure, result: null, problems: '[]' }
  await db.transaction(async (tx) => tx.run(failImport, { ...run, ...told }))
  if (!(error instanceof ImportFailure)) throw error
}

/** The caller of an import, which acts as the user who started it. */
function callerOf(userId: string, organizationId: string): Caller {
  return callerOfJob('import', { userId, organizationId, mayWrite: true })
}
