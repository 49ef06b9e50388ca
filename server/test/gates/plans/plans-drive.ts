import { processSpec } from '#/features/references/openapi-specs/process-spec.ts'
import { developmentRendererSecret, readConfig } from '#/platform/config/config.ts'
import { allJobs } from '#/start/all-jobs.ts'
import { openServices } from '#/start/services.ts'

import { seeded } from '../../../../tools/gate.ts'
import type { Things } from '../generate/generate-call.ts'
import { type Target, targets } from '../generate/generate-schema.ts'
import { kindInPath, kindOf, makeThings } from '../generate/generate-things.ts'
import { valueFor } from '../generate/generate-values.ts'
import { openWire, targetPath, type WireClient } from '../generate/generate-wire.ts'
import type { MadeSites } from '../generate/generate-sites.ts'
import type { GrownWorld } from '../growth/growth-world.ts'
import type { ServerProcess } from '../harness/instance.ts'
import { contentRequests } from './plans-content.ts'
import { forsakeSpace, growSite, siteRequests } from './plans-sites.ts'

/** What takes something away is asked for last, and what everything hangs on never. */
const neverAsked = /^(?:delete|remove|transfer)(?:Organization|Space|Collection|Member)/

/** What is otherwise done once in a while. */
export const sweeps = allJobs([]).filter(({ options }) => options.schedule !== undefined)

interface Driving {
  readonly wire: WireClient
  readonly token: string
  readonly random: ReturnType<typeof seeded>
  /** How often each operation is asked with other values; refusals cost nothing and are not judged. */
  readonly variants: number
}

/** Asks every operation of the contract for things of a large organization; answers those that could not be. */
export async function driveEverything(
  world: GrownWorld,
  api: ServerProcess,
  { seed, variants }: { seed: number; variants: number },
): Promise<string[]> {
  const { sample, environment } = world.instance
  const wire = openWire(api.url)
  const { services, close } = await openServices(readConfig(environment), {
    component: 'command',
  })
  try {
    const token = sample.tokens.admin
    const driving: Driving = { wire, token, random: seeded(seed), variants }
    const { things, sites } = await makeThings({
      wire,
      storage: services.storage,
      readSpec: async (of) => processSpec.run(of, services),
      organizationId: world.organizationId,
      adminToken: token,
      residentId: sample.users.read,
      canary: 'planword',
      withAccountThings: true,
    })
    const made: Things = {
      ...things,
      organization: world.organizationId,
      user: sample.users.read,
      email: 'someone@plans.example',
      subdomain: 'plans',
      emailDomain: 'plans.example',
    }
    await growSite(world, made)
    const stopListening = await listen(api)
    const places = [made, ...(await largePlaces(world, made))]
    await ask(driving, targets.filter(isRead), places)
    await askAsReaders(driving, sites)
    for (const request of siteRequests(made)) await send(driving, request)
    for (const request of await contentRequests(world)) await send(driving, request)
    await ask(driving, targets.filter(isWrite), [made])
    await ask(driving, targets.filter(isEnd), [made])
    await forsakeSpace(world)
    await services.db.transaction(async (tx) => {
      for (const { name } of sweeps) tx.enqueue({ name, payload: {} })
    })
    await stopListening()
    return targets.filter((target) => !canAsk(target, made)).map(({ id }) => id)
  } finally {
    wire.close()
    await close()
  }
}

/** As the renderer of an installation, which hears of every change. */
async function listen({ url }: ServerProcess): Promise<() => Promise<void>> {
  const stream = new AbortController()
  const reply = await fetch(`${url}/~render/stream`, {
    headers: { authorization: `Bearer ${developmentRendererSecret}` },
    signal: stream.signal,
  })
  if (!reply.ok) throw new Error(`The stream was answered ${reply.status}`)
  const heard = reply.text().catch(() => '')
  return async () => {
    stream.abort()
    await heard
  }
}

/** What a reader of a site may ask, of the site that their token is for. */
async function askAsReaders(driving: Driving, { readers }: MadeSites): Promise<void> {
  const open = targets.filter(({ definition }) => definition.visitor === true)
  for (const { things, token } of Object.values(readers)) {
    await ask({ ...driving, token }, open, [things])
  }
}

function isRead({ definition }: Target): boolean {
  return definition.method === 'GET'
}

function isEnd({ id, definition }: Target): boolean {
  return definition.method === 'DELETE' && !neverAsked.test(id)
}

function isWrite(target: Target): boolean {
  return (
    !isRead(target) &&
    target.definition.method !== 'DELETE' &&
    !neverAsked.test(target.id)
  )
}

function canAsk({ definition, params }: Target, things: Things): boolean {
  return Object.keys(params.properties ?? {}).every(
    (name) => kindInPath(definition.path, name) in things,
  )
}

async function ask(
  driving: Driving,
  asked: readonly Target[],
  places: readonly Things[],
): Promise<void> {
  for (const target of asked) {
    // The files of grown spaces are rows without bytes, which an export needs.
    const some = target.definition.bytes === undefined ? places : places.slice(0, 1)
    for (const things of some) {
      if (!canAsk(target, things)) continue
      for (let shape = 0; shape < driving.variants; shape += 1) {
        await askOnce(driving, target, { things, shape })
      }
    }
  }
}

async function askOnce(
  driving: Driving,
  target: Target,
  { things, shape }: { things: Things; shape: number },
): Promise<void> {
  const { definition, params, query, body } = target
  const named = Object.fromEntries(
    Object.keys(params.properties ?? {}).map((name) => [
      name,
      things[kindInPath(definition.path, name)] ?? '',
    ]),
  )
  const filling = {
    random: driving.random,
    identifier: (field: string) => things[kindOf(field)] ?? '',
    optional: shape === 0 ? ('none' as const) : ('some' as const),
    shape,
    word: 'database',
  }
  // A cursor made up is refused before anything is read.
  const { page: _page, ...asked } = asRecord(valueFor(query, filling))
  const search = new URLSearchParams(
    Object.entries(asked).map(([name, value]): [string, string] => [name, String(value)]),
  )
  const reply = await send(driving, {
    method: definition.method,
    target: `${targetPath(definition, named)}?${search.toString()}`,
    body: body === undefined ? undefined : valueFor(body, filling),
  })
  const next = nextPage(reply.body)
  if (next === undefined) return
  search.set('page', next)
  await send(driving, {
    method: definition.method,
    target: `${targetPath(definition, named)}?${search.toString()}`,
  })
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

function nextPage(body: unknown): string | undefined {
  const { next } = asRecord(body)
  const { page } = asRecord(next)
  return typeof page === 'string' ? page : undefined
}

export interface PlannedRequest {
  readonly method: string
  readonly target: string
  readonly body?: unknown
}

async function send({ wire, token }: Driving, { method, target, body }: PlannedRequest) {
  return wire.send({
    method,
    target,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: Buffer.from(JSON.stringify(body)) }),
  })
}

/** The same names for things of a space of 200 pages, of ten thousand, and of one with a long past. */
async function largePlaces(world: GrownWorld, made: Things): Promise<Things[]> {
  const { db } = world.instance
  const spaceIds = [world.spaceIds[1] ?? '', world.hugeId, world.pastId]
  const places: Things[] = []
  for (const space of spaceIds) {
    const { rows } = await db.raw(
      `select v.entry_id as page, v.document_id as document, p.slug || '/' || v.slug as "pagePath",
         (select f.entry_id from entry_version f where f.space_id = $1 and f.kind = 'file'
          limit 1) as file,
         (select r.entry_id from entry_version r where r.space_id = $1
          and r.kind = 'reusable-content' limit 1) as "reusableContent",
         (select r.id from revision r where r.space_id = $1
          and r.number = (select head_number / 2 from branch where space_id = $1)) as revision
       from entry_version v join entry_version p on p.space_id = v.space_id
         and p.entry_id = v.parent_id and p.to_number is null
       where v.space_id = $1 and v.to_number is null and v.kind = 'document'
       order by v.entry_id offset 50 limit 1`,
      [space],
    )
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the statement above names its columns
    const [found] = rows as Record<string, string>[]
    places.push({ ...made, space, ...found })
  }
  return places
}
