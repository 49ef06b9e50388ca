import type { Readable } from 'node:stream'

import type {
  OpenAPISpecContent,
  OpenAPISpecRawContent,
} from '@lectern/contract/openapi-specs.ts'

import { notFound } from '#/platform/errors/api-error.ts'
import { isVisitor } from '#/platform/http/caller.ts'
import type { Context, ReaderContext } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'
import { JsonPieces, type Versioned, versioned } from '#/platform/http/outcome.ts'
import { readPage } from '#/platform/http/paging.ts'
import type { ByteRange } from '#/platform/storage/storage.ts'

import {
  authorizeReader,
  authorizeView,
  findSpec,
  findVersion,
  type NamedSpec,
} from './openapi-spec-resolve.ts'
import { versionUrl, viewVersion } from './openapi-spec-view.ts'
import { answerShown } from './shown-content.ts'
import { filesKey } from './spec-content.ts'
import { countVersions, selectVersions, type VersionRow } from './spec-version-queries.ts'

export const listOpenAPISpecVersions = operation(
  'listOpenAPISpecVersions',
  async (request, context) => {
    const { organizationId } = request.params
    await authorizeView(context, organizationId)
    const spec = await findSpec(context.db, request.params)
    const of = { organizationId, specId: spec.id }
    const page = readPage(context, request)
    const shape = { after: page.after !== undefined, rowsMax: page.rowsMax }
    const [rows, counted] = await Promise.all([
      context.db.many(selectVersions(shape), { ...of, afterId: page.afterText(0) }),
      context.db.first(countVersions, of),
    ])
    return page.finish(rows, {
      count: counted?.count ?? 0,
      countIsLowerBound: false,
      keyOf: (version) => [version.id],
      view: (version) => viewVersion(context, organizationId, spec, version),
    })
  },
)

export const getLatestOpenAPISpecVersion = operation(
  'getLatestOpenAPISpecVersion',
  async ({ params }, context) => answerVersion(context, params),
)

export const getOpenAPISpecVersionById = operation(
  'getOpenAPISpecVersionById',
  async ({ params }, context) => answerVersion(context, params, params.versionId),
)

async function answerVersion(context: Context, named: NamedSpec, versionId?: string) {
  const { organizationId } = named
  await authorizeView(context, organizationId)
  const { spec, version } = await findVersion(context.db, named, versionId)
  return versioned(1, [version.id, spec.slug], () =>
    viewVersion(context, organizationId, spec, version),
  )
}

export const getLatestOpenAPISpecVersionContent = operation(
  'getLatestOpenAPISpecVersionContent',
  async ({ params }, context) => answerContent(context, params),
)

export const getOpenAPISpecVersionContentById = operation(
  'getOpenAPISpecVersionContentById',
  async ({ params }, context) => answerContent(context, params, params.versionId),
)

/** Answers the stored files as they are, without holding all of them at once. */
async function answerContent(
  context: ReaderContext,
  named: NamedSpec,
  versionId?: string,
): Promise<Versioned<OpenAPISpecContent>> {
  const { organizationId } = named
  await authorizeReader(context, named)
  if (isVisitor(context.caller)) return answerShown(context, named, versionId)
  const { spec, version } = await findVersion(context.db, named, versionId)
  const url = versionUrl(context, organizationId, spec, version.id)
  const isPublic = spec.visibility === 'public'
  const urls = { source: version.source_url ?? url, public: isPublic ? url : null }
  return versioned(1, [version.id, spec.slug, isPublic], async () => {
    const files = await openFiles(context, organizationId, version)
    const rest = JSON.stringify({ url, urls }).slice(1)
    return new JsonPieces(around('{"filesystem":', files, `,${rest}`))
  })
}

export const getLatestOpenAPISpecVersionContentRaw = operation(
  'getLatestOpenAPISpecVersionContentRaw',
  async ({ params }, context): Promise<Versioned<OpenAPISpecRawContent>> => {
    const { organizationId } = params
    await authorizeView(context, organizationId)
    const { version } = await findVersion(context.db, params)
    return versioned(1, [version.id], async () => {
      const { text_start: start, text_end: end, format } = version
      const text = await openFiles(context, organizationId, version, { start, end })
      return new JsonPieces(around(`{"format":"${format}","text":`, text, '}'))
    })
  },
)

async function openFiles(
  { storage, log }: Pick<Context, 'storage' | 'log'>,
  organizationId: string,
  version: VersionRow,
  // oxlint-disable-next-line max-params -- where it is stored, whose it is, which, and which part of it
  range?: ByteRange,
): Promise<Readable> {
  const key = filesKey({ organizationId, hash: version.hash })
  const stored = await storage.get(key, range)
  if (stored?.sizeBytes === version.size) return stored.body
  stored?.body.destroy()
  log.error({ key }, 'a stored specification is missing or has another size')
  throw notFound('version', version.id)
}

/** Text that stands around stored JSON; a character may lie across two of its pieces. */
async function* around(
  before: string,
  stored: Readable,
  after: string,
): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  try {
    yield before
    for await (const piece of stored) {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- storage reads bytes
      yield decoder.decode(piece as Buffer, { stream: true })
    }
    yield decoder.decode() + after
  } finally {
    stored.destroy()
  }
}
