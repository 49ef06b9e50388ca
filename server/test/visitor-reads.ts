import assert from 'node:assert/strict'

import { type OperationId, operations } from '@lectern/contract/operations.ts'

/** Operations of visitors that only write, or tell nothing of the content. */
const others: ReadonlySet<string> = new Set([
  'getPublishedContentByUrl',
  'prewarmSiteSearch',
  'resolvePublishedContentByUrl',
  'sendOpenAPISpecRequest',
  'trackEventsInSiteById',
])

export interface VisitorRead {
  readonly path: string
  /** What a search sends. */
  readonly sent?: object
}

/** Values for each parameter of a path. */
export type PathValues = Readonly<Record<string, readonly string[]>>

/** Every read that a content token may call, with every value for each parameter. */
export function* visitorReads(
  values: PathValues,
  { words, sources }: { words: readonly string[]; sources: readonly string[] },
): Generator<VisitorRead> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of the list
  for (const id of Object.keys(operations) as OperationId[]) {
    const { method, path, ...rest } = operations[id]
    if (!('visitor' in rest) || others.has(id)) continue
    for (const target of filled(path, values)) {
      if (id === 'searchSiteContent') {
        yield* words.map((query) => ({ path: target, sent: { query } }))
      } else if (id === 'getSiteRedirectBySource') {
        yield* sources.map((source) => ({ path: `${target}?source=/${source}` }))
      } else if (id === 'readOpenAPISpecParts') {
        const parts = [{ kind: 'operation', name: 'get /' }]
        yield { path: target, sent: { parts } }
      } else if (id === 'getComputedDocument' || id === 'getComputedRevision') {
        yield { path: target, sent: computedFrom(id) }
      } else if (method === 'GET') yield { path: target }
      else assert.fail(`${id} is not read here: say what it tells`)
    }
  }
}

/** A source of a specification that there is not: what it is of, other tests say. */
function computedFrom(id: 'getComputedDocument' | 'getComputedRevision'): object {
  const props = id === 'getComputedDocument' ? { doc: 'info' } : { models: true }
  const dependencies = { spec: { ref: { kind: 'openapi', spec: 'none' } } }
  return { source: { type: 'builtin:openapi', props, dependencies }, seed: 'none.none' }
}

function filled(path: string, values: PathValues): readonly string[] {
  const name = /\{(\w+)\}/.exec(path)?.[1]
  if (name === undefined) return [path]
  const own = values[name]
  assert.ok(own !== undefined, `no value for ${name} in ${path}`)
  return own.flatMap((value) => filled(path.replace(`{${name}}`, value), values))
}
