import type { OpenAPISpecParts } from '@lectern/contract/openapi-specs.ts'

import {
  authorizeReader,
  type OfSpec,
  type PartHash,
  selectParts,
  selectShownInfo,
  slugKey,
} from '#/features/references/openapi-specs/public.ts'
import type { Queryable } from '#/platform/database/queryable.ts'
import { notFound } from '#/platform/errors/api-error.ts'
import { operation } from '#/platform/http/operation.ts'
import { JsonPieces } from '#/platform/http/outcome.ts'

export type AskedPart = Pick<PartHash, 'kind' | 'name'>

/** The parts that are read at once: all of them together may have many megabytes. */
const partsPerStep = 20

export const readOpenAPISpecParts = operation(
  'readOpenAPISpecParts',
  async ({ params, body: { parts } }, context) => {
    await authorizeReader(context, params)
    const pieces = await partsInPieces(context.db, params, parts)
    if (pieces === undefined) throw notFound('OpenAPI specification', params.specSlug)
    return new JsonPieces<OpenAPISpecParts>(pieces)
  },
)

/** Parts as JSON, piece by piece; undefined where no such specification is shown. */
export async function partsInPieces(
  db: Queryable,
  { organizationId, specSlug }: Record<'organizationId' | 'specSlug', string>,
  parts: readonly AskedPart[],
): Promise<AsyncGenerator<string> | undefined> {
  const named = { organizationId, slugKey: slugKey(specSlug) }
  const shown = await db.first(selectShownInfo, named)
  if (shown === undefined) return undefined
  const { id: specId, shown_version: version, shown_number: number, info } = shown
  const seed = `${specId}.${number}`
  const head = JSON.stringify({ version, seed }).slice(0, -1)
  const of = { organizationId, specId }
  const once = new Map(parts.map((part) => [keyOf(part), part]))
  const pieces = partsAsJson(db, of, [...once.values()])
  return inPieces(`${head},"info":${info},"parts":[`, pieces)
}

async function* inPieces(
  head: string,
  parts: AsyncIterable<string>,
): AsyncGenerator<string> {
  yield head
  let isFirst = true
  for await (const part of parts) {
    yield isFirst ? part : `,${part}`
    isFirst = false
  }
  yield ']}'
}

async function* partsAsJson(
  db: Queryable,
  of: OfSpec,
  asked: readonly AskedPart[],
): AsyncGenerator<string> {
  for (let first = 0; first < asked.length; first += partsPerStep) {
    const some = asked.slice(first, first + partsPerStep)
    const rows = await db.many(selectParts, {
      ...of,
      kinds: some.map(({ kind }) => kind),
      names: some.map(({ name }) => name),
    })
    const found = new Map(rows.map((row) => [keyOf(row), row]))
    for (const { kind, name } of some) {
      const { hash = '', part = 'null' } = found.get(keyOf({ kind, name })) ?? {}
      const about = JSON.stringify({ kind, name, hash }).slice(0, -1)
      yield `${about},"part":${part}}`
    }
  }
}

function keyOf({ kind, name }: AskedPart): string {
  return `${kind} ${name}`
}
