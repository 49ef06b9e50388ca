import { buffer } from 'node:stream/consumers'

import { followSoon } from '#/features/writing/computed-pages/public.ts'
import { storableJson } from '#/platform/database/storable-json.ts'
import type { Transaction } from '#/platform/database/transaction.ts'
import { written } from '#/platform/database/written.ts'
import { ApiError, busy } from '#/platform/errors/api-error.ts'
import { job } from '#/platform/jobs/job.ts'
import type { Services } from '#/platform/services.ts'

import { openApiSpecShown } from './openapi-spec-events.ts'
import type { OfSpec } from './openapi-spec-queries.ts'
import {
  type OverlayReport,
  type PartToStore,
  readShownTask,
  type SpecShown,
} from './show-spec-work.ts'
import {
  deleteParts,
  lockShown,
  selectOverlayTexts,
  selectPartHashes,
  selectShown,
  type ShownRow,
  updateOverlayReports,
  updateShown,
  upsertParts,
} from './shown-queries.ts'
import { bundleKey, packSpec } from './spec-content.ts'
import { holdContent } from './spec-content-queries.ts'
import { storeBundle, storeFiles, sweepSoon } from './store-content.ts'

/** Shows the newest version of a specification, as its overlays change it. */
export const showSpec = job<OfSpec>(
  'openapi.show',
  // Each holds a specification in memory, and a later state is shown after an earlier one.
  {
    retriesMax: 5,
    timeoutSeconds: 300,
    concurrencyMax: 2,
    perOrganizationMax: 1,
    ordered: true,
  },
  async (of, services) => {
    const { db, storage } = services
    const shown = await db.first(selectShown, of)
    if (shown === undefined) return
    const { version_id: versionId, version_hash: hash } = shown
    if (versionId === null || hash === null) return
    const stored = await storage.get(bundleKey({ ...of, hash }))
    if (stored === undefined) throw new Error('A stored specification is missing')
    const version = { versionId, hash, sourceUrl: shown.version_url }
    const bundle = await buffer(stored.body)
    try {
      const made = await makeShown(services, of, { shown, bundle, version })
      await db.transaction(async (tx) => storeShown(tx, of, made))
    } catch (error) {
      if (error instanceof HidingFailed) {
        const reports = storableJson(error.reports)
        await db.transaction(async (tx) =>
          tx.run(updateOverlayReports, { ...of, reports }),
        )
        return
      }
      const isTooDear = error instanceof ApiError && error.reason === 'content_too_dear'
      if (!isTooDear) throw error
      await db.transaction(async (tx) => tellTooDear(tx, of))
    }
  },
)

/** Thrown where overlays do not take away all that they should: what was shown before stays. */
export class HidingFailed extends Error {
  override readonly name = 'HidingFailed'
  readonly reports: readonly OverlayReport[]

  constructor(reports: readonly OverlayReport[]) {
    const [first] = reports.flatMap(({ name, problems }) =>
      problems
        .filter(({ kind }) => kind === 'failed')
        .map(({ pointer, message }) => `"${name}" ${pointer}: ${message}`),
    )
    super(
      `An overlay could not hide what it should, so that what was shown before stays. ${first ?? ''}`.trimEnd(),
    )
    this.reports = reports
  }
}

/** Says on the overlays that what is shown stays as it is: without them, it could be read. */
async function tellTooDear(tx: Transaction, of: OfSpec): Promise<void> {
  const overlays = await tx.many(selectOverlayTexts, of)
  const message =
    'Applying the overlays takes more time or memory than there is, so none of their changes since then is shown. Say their targets closer, or make them shorter.'
  const problems = [{ pointer: '', kind: 'failed', message }]
  const reports = overlays.map(({ name, version }) => ({
    name,
    version,
    problems,
    count: 1,
  }))
  await tx.run(updateOverlayReports, { ...of, reports: storableJson(reports) })
}

interface VersionToShow {
  readonly versionId: string
  readonly hash: string
  readonly sourceUrl: string | null
}

/** What is about to be shown, and what it was made from. */
export interface ShownToStore {
  readonly shown: SpecShown
  readonly before: ShownRow
  readonly version: VersionToShow
  /** The content that has the document, and its bytes. */
  readonly hash: string
  readonly size: number
}

/**
 * Reads what a version shows, and stores the document if overlays change it. Takes as long as a
 * thread and the storage do, so it is never called inside a transaction.
 */
export async function makeShown(
  services: Services,
  of: OfSpec,
  {
    shown: before,
    bundle,
    version,
  }: { shown: ShownRow; bundle: Buffer; version: VersionToShow },
): Promise<ShownToStore> {
  const { db, threads } = services
  const { organizationId } = of
  const [overlays, known] = await Promise.all([
    db.many(selectOverlayTexts, of),
    db.many(selectPartHashes, of),
  ])
  const { sourceUrl } = version
  const input = { bundle, sourceUrl, overlays, known }
  const shown = await threads.run({ organizationId }, readShownTask, input)
  if (!shown.hidesAll) throw new HidingFailed(shown.reports)
  if (shown.document === undefined) {
    return { shown, before, version, hash: version.hash, size: bundle.length }
  }
  const document = Buffer.from(shown.document)
  const packed = packSpec({ name: 'openapi.json', text: document.toString() })
  await storeFiles(services, organizationId, packed)
  const { hash } = packed
  const stored = await storeBundle(services, { organizationId, hash }, document)
  return { shown, before, version, hash, size: stored.length }
}

/** The bytes of parts that one statement writes. */
const bytesPerStatement = 4_000_000

/**
 * Writes what a specification shows from now on; refuses when something else has come to be shown
 * or is to be shown by now, so that its job is run again.
 */
export async function storeShown(
  tx: Transaction,
  of: OfSpec,
  { shown, before, version, hash, size }: ShownToStore,
): Promise<void> {
  const { organizationId } = of
  const now = await tx.first(lockShown, of)
  if (now === undefined) return
  const isAsBefore =
    now.shown_number === before.shown_number &&
    now.overlays_number === before.overlays_number &&
    now.version_id === version.versionId
  if (!isAsBefore) throw busy(new Error('Another state of the specification is shown'))
  const held = await tx.first(holdContent, { organizationId, hash })
  if (held === undefined) throw busy(new Error('The document was removed meanwhile'))
  await deleteGone(tx, of, shown)
  for (const some of inSteps(shown.changed)) {
    await tx.run(upsertParts, columnsOf(of, some))
  }
  await tx.run(updateOverlayReports, { ...of, reports: storableJson(shown.reports) })
  const { plan } = shown
  const { versionId } = version
  const hasSameParts = shown.changed.length === 0 && shown.gone.length === 0
  const counted = { ...of, versionId, plan, hash, size, hasSameParts }
  const number = written(await tx.first(updateShown, counted)).shown_number
  if (number === now.shown_number) return
  if (now.shown_hash !== null && now.shown_hash !== hash) {
    sweepSoon(tx, organizationId, [now.shown_hash])
  }
  openApiSpecShown(tx, { ...of, slug: now.slug, versionId, number })
  followSoon(tx, of)
}

async function deleteGone(
  tx: Transaction,
  of: OfSpec,
  { gone }: Pick<SpecShown, 'gone'>,
): Promise<void> {
  if (gone.length === 0) return
  const kinds = gone.map(({ kind }) => kind)
  await tx.run(deleteParts, { ...of, kinds, names: gone.map(({ name }) => name) })
}

function columnsOf(of: OfSpec, parts: readonly PartToStore[]) {
  return {
    ...of,
    kinds: parts.map(({ kind }) => kind),
    names: parts.map(({ name }) => name),
    hashes: parts.map((each) => each.hash),
    parts: parts.map(({ part }) => part),
    words: parts.map(({ words }) => words),
  }
}

function* inSteps(parts: readonly PartToStore[]): Generator<readonly PartToStore[]> {
  let some: PartToStore[] = []
  let bytes = 0
  for (const part of parts) {
    some.push(part)
    bytes += part.part.length + part.words.length
    if (bytes < bytesPerStatement) continue
    yield some
    some = []
    bytes = 0
  }
  if (some.length > 0) yield some
}
