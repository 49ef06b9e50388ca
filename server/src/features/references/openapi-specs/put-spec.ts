import type { Actor } from '#/access/actor.ts'
import { requireVersion } from '#/access/actor.ts'
import { lockOrganization } from '#/features/people/organizations/public.ts'
import type { Transaction } from '#/platform/database/transaction.ts'
import { busy } from '#/platform/errors/api-error.ts'
import { type Context, change } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'
import { Created } from '#/platform/http/outcome.ts'
import { newId } from '#/platform/ids/new-id.ts'
import { enqueue } from '#/platform/jobs/job.ts'

import { slugTaken, specTooLarge, tooManySpecs } from './openapi-spec-errors.ts'
import { openApiSpecCreated, openApiSpecUpdated } from './openapi-spec-events.ts'
import {
  countSpecs,
  insertSpec,
  lockSpec,
  type SpecRow,
  updateSource,
} from './openapi-spec-queries.ts'
import { authorizeEdit, findSpec, slugKey } from './openapi-spec-resolve.ts'
import { specLocation, viewSpec } from './openapi-spec-view.ts'
import { processSpec } from './process-spec.ts'
import { packSpec, plainName } from './spec-content.ts'
import { holdContent } from './spec-content-queries.ts'
import { dropContent, storeFiles, sweepSoon } from './store-content.ts'

/** The specifications that an organization may have. */
const specsMax = 200

type GivenSource = { readonly url: string } | { readonly text: string }

/** A source that is ready to be named by a specification. */
interface Source {
  readonly sourceUrl: string | null
  readonly sourceHash: string | null
  readonly refreshSeconds: number | null
}

interface ToPut {
  readonly organizationId: string
  readonly slug: string
  readonly source: Source
}

export const createOpenAPISpec = operation(
  'createOpenAPISpec',
  async ({ params: { organizationId }, body: { slug, source: given } }, context) => {
    await authorizeEdit(context.db, context, organizationId)
    return withSource(context, organizationId, given, async (source) =>
      change(context, async (tx) => {
        const actor = await authorizeEdit(tx, context, organizationId)
        await requireContent(tx, organizationId, source)
        const spec = await addSpec(tx, context, { organizationId, slug, source })
        if (spec === undefined) throw slugTaken(slug)
        return created(context, actor, spec)
      }),
    )
  },
  admitEditor,
)

export const createOrUpdateOpenAPISpecBySlug = operation(
  'createOrUpdateOpenAPISpecBySlug',
  async ({ params, body: { source: given } }, context) => {
    const { organizationId, specSlug: slug } = params
    await authorizeEdit(context.db, context, organizationId)
    return withSource(context, organizationId, given, async (source) =>
      change(context, async (tx) => {
        const actor = await authorizeEdit(tx, context, organizationId)
        await requireContent(tx, organizationId, source)
        const toPut = { organizationId, slug, source }
        const known = await tx.first(lockSpec, { organizationId, slugKey: slugKey(slug) })
        requireVersion(context, known?.version ?? 0, 'OpenAPI specification')
        if (known === undefined) {
          const spec = await addSpec(tx, context, toPut)
          if (spec !== undefined) return created(context, actor, spec)
        }
        // Without one, it was added by somebody else a moment ago.
        const spec =
          known ?? (await tx.first(lockSpec, { organizationId, slugKey: slugKey(slug) }))
        if (spec === undefined) throw new Error('A specification is gone that was there')
        await changeSource(tx, context, spec, toPut)
        return viewSpec(context, actor, await findSpec(tx, params))
      }),
    )
  },
  admitEditor,
)

async function admitEditor(
  { params: { organizationId } }: { params: { organizationId: string } },
  context: Context,
): Promise<void> {
  await authorizeEdit(context.db, context, organizationId)
}

/** Stores a text before the change that names it, and removes it again when the change fails. */
async function withSource<Result>(
  context: Context,
  organizationId: string,
  given: GivenSource,
  // oxlint-disable-next-line max-params -- what stores, for whom, what, and what is done with it
  run: (source: Source) => Promise<Result>,
): Promise<Result> {
  if ('url' in given) {
    const refreshSeconds = 24 * 60 * 60
    return run({ sourceUrl: given.url, sourceHash: null, refreshSeconds })
  }
  const { text } = given
  const bytesMax = context.config.OPENAPI_BYTES_MAX
  if (Buffer.byteLength(text) > bytesMax) throw specTooLarge(bytesMax)
  const packed = packSpec({ name: plainName(text), text })
  const { hash } = packed
  await storeFiles(context, organizationId, packed)
  try {
    return await run({ sourceUrl: null, sourceHash: hash, refreshSeconds: null })
  } catch (error) {
    await Promise.allSettled([dropContent(context, { organizationId, hash })])
    throw error
  }
}

/** Refuses a text that somebody else sent at the same time, and whose change failed, so that it went. */
async function requireContent(
  tx: Transaction,
  organizationId: string,
  { sourceHash: hash }: Source,
): Promise<void> {
  if (hash === null) return
  const held = await tx.first(holdContent, { organizationId, hash })
  if (held === undefined) throw busy(new Error('The text was removed meanwhile'))
}

/** Adds a specification; undefined when the slug is taken. */
async function addSpec(
  tx: Transaction,
  context: Context,
  { organizationId, slug, source }: ToPut,
): Promise<SpecRow | undefined> {
  // Two at once would both be the last one.
  await tx.first(lockOrganization, { organizationId })
  const counted = await tx.first(countSpecs, { organizationId })
  if ((counted?.count ?? 0) >= specsMax) throw tooManySpecs(specsMax)
  const of = { organizationId, specId: newId() }
  const named = { slug, slugKey: slugKey(slug) }
  if ((await tx.first(insertSpec, { ...of, ...named, ...source })) === undefined) {
    return undefined
  }
  enqueue(tx, processSpec, of, { key: of.specId })
  openApiSpecCreated(tx, context, { ...of, slug, sourceUrl: source.sourceUrl })
  return findSpec(tx, { organizationId, specSlug: slug })
}

async function changeSource(
  tx: Transaction,
  context: Context,
  spec: SpecRow,
  // oxlint-disable-next-line max-params -- a transaction, who asks, what is changed, and how
  { organizationId, source }: ToPut,
): Promise<void> {
  const of = { organizationId, specId: spec.id }
  await tx.run(updateSource, { ...of, ...source })
  if (spec.source_hash !== null) sweepSoon(tx, organizationId, [spec.source_hash])
  enqueue(tx, processSpec, of, { key: of.specId })
  const { slug } = spec
  openApiSpecUpdated(tx, context, { ...of, slug, sourceUrl: source.sourceUrl })
}

function created(context: Context, actor: Actor, spec: SpecRow) {
  const location = specLocation(context, actor.organizationId, spec)
  return new Created(viewSpec(context, actor, spec), location)
}
