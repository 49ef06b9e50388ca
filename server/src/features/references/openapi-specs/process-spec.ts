import { buffer } from 'node:stream/consumers'

import { storableJson } from '#/platform/database/storable-json.ts'
import { ApiError } from '#/platform/errors/api-error.ts'
import { newId } from '#/platform/ids/new-id.ts'
import { enqueue, goOn, job } from '#/platform/jobs/job.ts'
import type { Services } from '#/platform/services.ts'
import { walkOrganizations } from '#/platform/tenancy/walk-organizations.ts'

import { fetchSpec, SourceFailed, type Validators } from './fetch-spec.ts'
import { openApiSpecVersionMade } from './openapi-spec-events.ts'
import type { OfSpec } from './openapi-spec-queries.ts'
import { readSpec } from './read-spec-work.ts'
import { filesKey } from './spec-content.ts'
import {
  beginProcessing,
  type BegunSpec,
  completeSpec,
  failSpec,
  lockSource,
  selectLastHash,
  takeDueSpecs,
} from './spec-processing-queries.ts'
import { deleteOldVersions, insertVersion } from './spec-version-queries.ts'
import {
  HidingFailed,
  makeShown,
  showSpec,
  type ShownToStore,
  storeShown,
} from './show-spec.ts'
import { selectShown, selectUnshown } from './shown-queries.ts'
import { storeBundle, storeFiles, sweepSoon } from './store-content.ts'

/** The versions of a specification that are kept: the oldest go first. */
const versionsMax = 100

/** Reads the newest source of a specification, and makes a version of it if it differs. */
export const processSpec = job<OfSpec>(
  'openapi.process',
  // Each holds a specification in memory, and a later source is read after an earlier one.
  {
    retriesMax: 5,
    timeoutSeconds: 300,
    concurrencyMax: 2,
    perOrganizationMax: 1,
    ordered: true,
  },
  async ({ organizationId, specId }, services, stopping) => {
    const of = { organizationId, specId }
    const begun = await services.db.transaction(async (tx) =>
      tx.first(beginProcessing, of),
    )
    if (begun === undefined) return
    try {
      await makeVersion(untilStopped(services, stopping), of, begun)
    } catch (error) {
      goOn(stopping)
      await fail(services, of, begun, error)
    }
  },
)

/** The most of one organization that are looked at in an hour. */
const dueMax = 200

/** Looks again at the URLs of specifications, each every few hours. */
export const refreshSpecs = job<object>(
  'openapi.refresh',
  { schedule: '29 * * * *', timeoutSeconds: 3_000 },
  async (_payload, { db }, stopping) => {
    for await (const organizationId of walkOrganizations(db, stopping)) {
      await db.transaction(async (tx) => {
        const due = await tx.many(takeDueSpecs, { organizationId, rowsMax: dueMax })
        for (const { id: specId } of due) {
          enqueue(tx, processSpec, { organizationId, specId }, { key: specId })
        }
        const unshown = await tx.many(selectUnshown, { organizationId, rowsMax: dueMax })
        for (const { id: specId } of unshown) {
          enqueue(tx, showSpec, { organizationId, specId }, { key: specId })
        }
      })
    }
  },
)

/** Services that ask no server and begin no long work once the job is to end. */
function untilStopped(services: Services, stopping: AbortSignal | undefined): Services {
  if (stopping === undefined) return services
  const { egress, threads } = services
  return {
    ...services,
    egress: {
      ...egress,
      fetch: async (url, request) => egress.fetch(url, { ...request, signal: stopping }),
    },
    threads: {
      ...threads,
      run: async (doneFor, task, input) => {
        goOn(stopping)
        return threads.run(doneFor, task, input)
      },
    },
  }
}

interface Content extends Validators {
  readonly hash: string
  /** All of it as one document; absent where it is the same as before. */
  readonly bundle?: Buffer
}

async function makeVersion(
  services: Services,
  of: OfSpec,
  begun: BegunSpec,
): Promise<void> {
  const { organizationId } = of
  const content =
    begun.source_url === null
      ? await readText(services, organizationId, begun.source_hash ?? '')
      : await readUrl(services, of, begun.source_url, begun)
  const versionId = newId()
  const made = await shownOf(services, of, versionId, { begun, content })
  await services.db.transaction(async (tx) => {
    const locked = await tx.first(lockSource, {
      ...of,
      sourceNumber: begun.source_number,
    })
    // There is a newer source, whose own job comes, or no specification any more.
    if (locked === undefined) return
    const refreshSeconds = nextRefresh(services, begun, 0)
    const { etag, lastModified } = content ?? unchanged(begun)
    await tx.run(completeSpec, { ...of, refreshSeconds, etag, lastModified })
    if (content === undefined || made === undefined) return
    const last = await tx.first(selectLastHash, of)
    // Somebody was faster with the same.
    if (content.hash === last?.hash) return

    const { hash } = content
    await tx.run(insertVersion, { ...of, versionId, hash, sourceUrl: begun.source_url })
    await storeShown(tx, of, made)
    const dropped = await tx.many(deleteOldVersions, { ...of, keptMax: versionsMax })
    const hashes = dropped.map((each) => each.hash)
    sweepSoon(tx, organizationId, hashes)
    openApiSpecVersionMade(tx, { ...of, slug: locked.slug, versionId })
  })
}

/** What readers come to see of new content; a version and what is shown of it are made together. */
async function shownOf(
  services: Services,
  of: OfSpec,
  versionId: string,
  // oxlint-disable-next-line max-params -- what reads, for which specification, for which version, from what
  { begun, content }: { begun: BegunSpec; content: Content | undefined },
): Promise<ShownToStore | undefined> {
  if (content?.bundle === undefined) return undefined
  const { hash, bundle } = content
  const last = await services.db.first(selectLastHash, of)
  const shown = await services.db.first(selectShown, of)
  if (hash === last?.hash || shown === undefined) return undefined
  const version = { versionId, hash, sourceUrl: begun.source_url }
  return makeShown(services, of, { shown, bundle, version })
}

/** The seconds until a URL is looked at again: longer after failures, and never all at once. */
function nextRefresh(
  { config }: Pick<Services, 'config'>,
  { source_url: url }: BegunSpec,
  failures: number,
): number | null {
  if (url === null) return null
  const jitter = 0.9 + Math.random() * 0.2
  return config.OPENAPI_REFRESH_SECONDS * 2 ** Math.min(failures, 5) * jitter
}

function unchanged({ etag, last_modified: lastModified }: BegunSpec): Validators {
  return { etag, lastModified }
}

async function readText(
  services: Services,
  organizationId: string,
  hash: string,
): Promise<Content> {
  const content = { organizationId, hash }
  const stored = await services.storage.get(filesKey(content))
  if (stored === undefined) throw new Error('A stored specification is missing')
  const made = await read(services, organizationId, await buffer(stored.body))
  const bundle = await storeBundle(services, content, made)
  return { hash, bundle, etag: null, lastModified: null }
}

/** Undefined when the server of the URL says that nothing changed. */
async function readUrl(
  services: Services,
  of: OfSpec,
  url: string,
  // oxlint-disable-next-line max-params -- what reads, for which specification, from where, and what is known of it
  begun: BegunSpec,
): Promise<Content | undefined> {
  const { organizationId } = of
  const last = await services.db.first(selectLastHash, of)
  const known = last === undefined ? undefined : unchanged(begun)
  const fetched = await fetchSpec(services, { organizationId, url, known })
  if (fetched === undefined) return undefined
  const { packed, ...validators } = fetched
  const { hash } = packed
  if (hash === last?.hash) return { hash, ...validators }
  const made = await read(services, organizationId, packed.bytes)
  await storeFiles(services, organizationId, packed)
  const bundle = await storeBundle(services, { organizationId, hash }, made)
  return { hash, bundle, ...validators }
}

async function read(
  { threads }: Services,
  organizationId: string,
  packed: Buffer,
): Promise<Buffer> {
  const result = await threads.run({ organizationId }, readSpec, { packed })
  if (result.kind === 'failed') throw new SourceFailed('PARSE_ERROR', result)
  return Buffer.from(result.bundle)
}

/** Notes what is wrong with a source; another failure is thrown, and the job runs again. */
async function fail(
  services: Services,
  of: OfSpec,
  begun: BegunSpec,
  // oxlint-disable-next-line max-params -- what writes, of which specification and source, and why
  error: unknown,
): Promise<void> {
  const failed = asFailure(error)
  if (failed === undefined) throw error
  const { code: errorCode, failure } = failed
  await services.db.transaction(async (tx) =>
    tx.run(failSpec, {
      ...of,
      sourceNumber: begun.source_number,
      refreshSeconds: nextRefresh(services, begun, begun.failures),
      errorCode,
      errors: storableJson(failure.errors),
      errorCount: failure.count,
    }),
  )
}

function asFailure(error: unknown): SourceFailed | undefined {
  if (error instanceof SourceFailed) return error
  if (error instanceof HidingFailed) return new SourceFailed('PARSE_ERROR', error.message)
  if (!(error instanceof ApiError)) return undefined
  if (error.reason === 'content_too_dear') {
    return new SourceFailed(
      'PARSE_ERROR',
      'Reading the specification takes more time or memory than there is for one. Divide it into several, or publish it as JSON, which is read faster than YAML.',
    )
  }
  return error.reason === 'storage_full'
    ? new SourceFailed('FETCH_ERROR', error.message)
    : undefined
}
