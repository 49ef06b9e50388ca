import type { Readable } from 'node:stream'

import type { OpenAPISpecContent } from '@lectern/contract/openapi-specs.ts'

import { notFound } from '#/platform/errors/api-error.ts'
import type { ReaderContext } from '#/platform/http/context.ts'
import { JsonPieces, type Versioned, versioned } from '#/platform/http/outcome.ts'
import type { Services } from '#/platform/services.ts'

import { type NamedSpec, slugKey } from './openapi-spec-resolve.ts'
import { versionUrl } from './openapi-spec-view.ts'
import { selectServed } from './shown-queries.ts'
import { bundleKey } from './spec-content.ts'

/**
 * Answers what is shown to visitors as the one file of a list, in the form that parsers of OpenAPI
 * documents keep files in. There are no other versions for them.
 */
export async function answerShown(
  context: ReaderContext,
  { organizationId, specSlug }: NamedSpec,
  versionId?: string,
): Promise<Versioned<OpenAPISpecContent>> {
  const named = { organizationId, slugKey: slugKey(specSlug) }
  const served = await context.db.first(selectServed, named)
  const { shown_version: shown, shown_hash: hash, shown_size: size } = served ?? {}
  if (served === undefined || !shown || !hash || !size) {
    throw notFound('version', versionId ?? 'latest')
  }
  if (versionId !== undefined && versionId !== shown) {
    throw notFound('version', versionId)
  }
  const url = versionUrl(context, organizationId, served, shown)
  const isPublic = served.visibility === 'public'
  const rest = { url, urls: { source: url, public: isPublic ? url : null } }
  const seenAs = [served.id, served.slug, isPublic, 'shown']
  return versioned(served.shown_number, seenAs, async () => {
    const document = { organizationId, hash, size }
    const open = async () => openShown(context, document)
    return new JsonPieces(fileOf(await open(), open, JSON.stringify(rest).slice(1)))
  })
}

export interface ShownDocument {
  readonly organizationId: string
  readonly hash: string
  readonly size: number
}

/** The stored document; a missing one is an error that people must look at. */
export async function openShown(
  { storage, log }: Pick<Services, 'storage' | 'log'>,
  { organizationId, hash, size }: ShownDocument,
): Promise<Readable> {
  const key = bundleKey({ organizationId, hash })
  const stored = await storage.get(key)
  if (stored?.sizeBytes === size) return stored.body
  stored?.body.destroy()
  log.error({ key }, 'a stored specification is missing or has another size')
  throw notFound('OpenAPI specification', hash.slice(0, 12))
}

const head = {
  dir: './',
  isEntrypoint: true,
  filename: 'openapi.json',
  references: [],
}

/** The document once as JSON and once as text: it is read twice, and never held as a whole. */
async function* fileOf(
  document: Readable,
  again: () => Promise<Readable>,
  rest: string,
): AsyncGenerator<string> {
  yield `{"filesystem":[${JSON.stringify(head).slice(0, -1)},"specification":`
  yield* textOf(document)
  yield ',"text":"'
  for await (const piece of textOf(await again())) {
    yield JSON.stringify(piece).slice(1, -1)
  }
  yield `"}],${rest}`
}

/** Whole characters, though one may lie across two of the stored pieces. */
async function* textOf(stored: Readable): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  try {
    for await (const piece of stored) {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- storage reads bytes
      yield decoder.decode(piece as Buffer, { stream: true })
    }
    yield decoder.decode()
  } finally {
    stored.destroy()
  }
}
