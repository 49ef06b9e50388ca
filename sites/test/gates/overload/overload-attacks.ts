import { seeded } from '../../../../tools/gate.ts'
import {
  bytesMaxOf,
  isWrite,
} from '../../../../server/test/gates/contract/contract-request.ts'
import type { Things } from '../../../../server/test/gates/generate/generate-call.ts'
import { largestFor } from '../../../../server/test/gates/generate/generate-largest.ts'
import {
  type JsonSchema,
  type Target,
  targets,
} from '../../../../server/test/gates/generate/generate-schema.ts'
import { kindInPath } from '../../../../server/test/gates/generate/generate-things.ts'
import {
  type Filling,
  shapesOf,
  valueFor,
} from '../../../../server/test/gates/generate/generate-values.ts'
import { targetPath } from '../../../../server/test/gates/generate/generate-wire.ts'
import type { Attack } from './overload-send.ts'
import type { Aggressor } from './overload-world.ts'

/** Everything that is done with one operation or route, many times at once. */
export interface Assault {
  readonly what: string
  readonly attacks: () => readonly Attack[]
  /** How many at once, where it is not as many as for all. */
  readonly atOnce?: number
  /** The reason with which some of it must be refused. */
  readonly refusal?: string
}

const shapesMax = 6

/** Every operation by the organization; what takes things away comes last. */
export function assaultsOf(aggressor: Aggressor): readonly Assault[] {
  return targets
    .toSorted((one, other) => order(one) - order(other))
    .map((target) => ({ what: target.id, attacks: () => attacksOf(target, aggressor) }))
}

function order({ definition }: Target): number {
  if (definition.method === 'DELETE') return 3
  if (/transfer|unpublish|restore|move/.test(definition.path)) return 2
  return isWrite(definition) ? 1 : 0
}

function attacksOf(
  target: Target,
  { organizationId, things, heavy }: Aggressor,
): Attack[] {
  const { id, definition, body } = target
  const base = { what: id, to: 'api' as const, method: definition.method }
  const sets: Things[] = isWrite(definition) ? [things, heavy] : [heavy]
  return sets.flatMap((own) => {
    const filling = fillingOf(target, { ...own, organization: organizationId })
    const names = Object.keys(target.params.properties ?? {})
    const params = Object.fromEntries(
      names.map((name) => [name, filling.identifier(name)]),
    )
    const path = `/v1${targetPath(definition, params, dearest(target, filling))}`
    const plain = { ...base, target: path, headers: {} }
    if (body === undefined) return [plain]
    const shapes = Math.min(shapesOf(body), shapesMax)
    return Array.from({ length: shapes }, (_, shape) => ({
      ...plain,
      headers: { 'content-type': 'application/json' },
      body: largestBody(body, { ...filling, shape }, bytesMaxOf(target)),
    }))
  })
}

/** Names of fields take bytes too, which shows only once it is written. */
function largestBody(schema: JsonSchema, filling: Filling, bytesMax: number): Buffer {
  for (let bytes = bytesMax; ; bytes = Math.floor(bytes * 0.7)) {
    const body = Buffer.from(JSON.stringify(largestFor(schema, filling, bytes)))
    if (body.length <= bytesMax || bytes < 1_000) return body
  }
}

function fillingOf({ definition }: Target, things: Things): Filling {
  return {
    random: seeded(1),
    identifier: (field) => things[kindInPath(definition.path, field)] ?? 'nothing',
    optional: 'all',
    shape: 0,
  }
}

/** As many entries as a list gives, and everything that can be asked for besides. */
function dearest({ query }: Target, filling: Filling): [string, string][] {
  return Object.entries(query.properties ?? {}).flatMap(
    ([name, schema]): [string, string][] => {
      // Where a list goes on cannot be made up, and a filter would leave less to answer.
      if (name === 'page' || name === 'dryRun') return []
      if (name === 'query') return [[name, 'a b c d e f g h '.repeat(32)]]
      if (schema.type === 'boolean') return [[name, 'true']]
      if (schema.maximum !== undefined) return [[name, String(schema.maximum)]]
      const isNeeded = query.required?.includes(name) === true
      return isNeeded ? [[name, String(valueFor(schema, filling, name))]] : []
    },
  )
}

/** More of one person than may be answered and wait together; most wait for each other's lock. */
export function crowdOf({ heavy }: Aggressor): Assault {
  const { space = '', page = '' } = heavy
  const update = { operation: 'update_page', page, document: { markdown: 'Again.\n' } }
  return {
    what: 'a crowd of requests',
    atOnce: 900,
    refusal: 'too_many_at_once',
    attacks: () => [toApi('POST', `/v1/spaces/${space}/content`, { changes: [update] })],
  }
}

/** Edits, merges and reads of what is large, as their authors mean them. */
export function worstOf({ heavy }: Aggressor): Assault {
  const { space = '', page = '', changeRequest = '' } = heavy
  const content = `/v1/spaces/${space}/content`
  const text = Array.from(
    { length: 60 },
    (_, at) => `edit, *paragraph* ${at}, with [a link](page-${at}.md).\n\n`,
  ).join('')
  const update = { operation: 'update_page', page, document: { markdown: text } }
  const inserted = {
    operation: 'insert_page',
    title: 'Page',
    document: { markdown: text },
  }
  const four = { changes: [1, 2, 3, 4].map(() => inserted) }
  return {
    what: 'the worst',
    atOnce: 80,
    refusal: 'content_busy',
    attacks: () => [
      toApi('GET', `/v1/spaces/${space}/change-requests/${changeRequest}/conflicts`),
      toApi('GET', `${content}/page/${page}?format=document`),
      ...[1, 2, 3, 4].map(() => toApi('POST', `${content}?dryRun=true`, four)),
      // Everybody who changes one page waits for whoever does so.
      toApi('POST', content, { changes: [update] }),
      toApi('POST', content, { changes: [update] }),
    ],
  }
}

function toApi(method: string, target: string, body?: object): Attack {
  return {
    what: `api ${target.slice(0, 40)}`,
    to: 'api',
    method,
    target,
    headers: body === undefined ? {} : { 'content-type': 'application/json' },
    body: body && Buffer.from(JSON.stringify(body)),
  }
}

/** What somebody without a token may ask of the api and of sites. */
export function strangersOf({
  host,
  base,
  heavy,
  organizationId,
}: Aggressor): readonly Assault[] {
  const site = (path: string, headers: Record<string, string> = {}): Attack => ({
    what: `sites ${path.slice(0, 40)}`,
    to: 'sites',
    method: 'GET',
    target: path,
    headers: { host, ...headers },
  })
  const url = `http://${host}${base}`
  const junk = Array.from({ length: 100 }, (_, at) => `c${at}=${at}`).join('; ')
  const routes = [
    site(base),
    site(`${base}large`),
    site(`${base}large.md`),
    site(`${base}no-such-page-{n}`),
    site(`${base}no-such-page-{n}`, { cookie: junk }),
    site(`${base}~search?q=${encodeURIComponent('a b c d e f g h '.repeat(16))}`),
    site(`${base}llms.txt`),
    site(`${base}llms-full.txt`),
    site(`${base}sitemap.xml`),
    site(`${base}sitemap-pages.xml`),
    site(`${base}rss.xml`),
    site(`${base}~pdf`),
    site('/robots.txt'),
    site('/.well-known/security.txt'),
    site(base, { host: 'nobody-{n}.localhost' }),
    site(base, { host: `${host.split(':', 1).join('')}:{n}` }),
    toApi('GET', '/'),
    toApi('GET', '/reference'),
    toApi('GET', '/readyz'),
    toApi('GET', '/~tls/allowed?domain=nobody-{n}.example'),
    toApi('GET', '/~files/nothing/at/{n}'),
    toApi('GET', '/~welcome/nothing'),
    toApi('POST', '/v1/urls/published', { url }),
    toApi('POST', '/v1/urls/published', {
      url,
      visitor: { unsignedClaims: { word: 'x'.repeat(1000) } },
    }),
    toApi('GET', `/v1/urls/content?url=${encodeURIComponent(url)}`),
    toApi('GET', `/v1/spaces/${heavy['space']}/content`),
    toApi('GET', '/v1/nothing/{n}'),
    toApi('POST', `/v1/orgs/${organizationId}/sites/${heavy['site']}/insights/events`, {
      events: [],
    }),
  ]
  return routes.map((attack) => ({ what: attack.what, attacks: () => [attack] }))
}
