import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'

import type { ServerProcess } from '../../../../server/test/gates/harness/instance.ts'
import type { TestBody } from '../../../../server/test/test-api.ts'
import {
  createSitesWorld,
  publishSpace,
  type SitesProcess,
  type SitesWorld,
} from '../site-processes.ts'

export interface Answer {
  readonly status: number
  readonly body: TestBody
}

export interface OpenApiWorld {
  readonly world: SitesWorld
  readonly worker: ServerProcess
  readonly sites: SitesProcess
  readonly specs: string
  readonly call: (method: string, target: string, body?: object) => Promise<Answer>
  /** What went wrong so far: answers that are failures of the server. */
  readonly failures: string[]
  readonly close: () => Promise<void>
}

export interface WorldSettings {
  readonly egress: string
  readonly worker?: Readonly<Record<string, string>>
}

/** Api, worker and renderer as processes of their own; every answer of the api is looked at. */
export async function createOpenApiWorld(settings: WorldSettings): Promise<OpenApiWorld> {
  const world = await createSitesWorld(undefined, {
    EGRESS_ALLOWED_NETWORKS: settings.egress,
  })
  const worker = await world.instance.startWorker(settings.worker)
  const sites = await world.startSites()
  const failures: string[] = []
  const { tokens, organization } = world.instance.sample
  const call: OpenApiWorld['call'] = async (method, target, body) => {
    const reply = await fetch(`${world.api.url}/v1${target}`, {
      method,
      headers: {
        authorization: `Bearer ${tokens.admin}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await reply.text()
    if (reply.status >= 500) {
      failures.push(`${method} ${target} answered ${reply.status}: ${text.slice(0, 200)}`)
    }
    return { status: reply.status, body: text === '' ? undefined : JSON.parse(text) }
  }
  const specs = `/orgs/${organization}/openapi`
  const close = async () => world.close()
  return { world, worker, sites, specs, call, failures, close }
}

/** The memory of a process in megabytes, and the most that it was since. */
export async function watchMemory(
  pid: number,
): Promise<{ readonly before: number; readonly stop: () => number }> {
  const before = await residentMegabytes(pid)
  let peak = before
  const timer = setInterval(() => {
    residentMegabytes(pid)
      .then((now) => (peak = Math.max(peak, now)))
      .catch(() => undefined)
  }, 50)
  return {
    before,
    stop: () => {
      clearInterval(timer)
      return peak
    },
  }
}

async function residentMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1024
}

/** Somebody of another organization who goes on reading, and how they fared. */
export function startBystander({ world }: OpenApiWorld): {
  readonly stop: () => Promise<{ reads: number; failed: number; slowestMs: number }>
} {
  const { sample } = world.instance
  const stopping = new AbortController()
  const told = { reads: 0, failed: 0, slowestMs: 0 }
  const reading = (async () => {
    while (!stopping.signal.aborted) {
      const startedMs = performance.now()
      const reply = await fetch(`${world.api.url}/v1/orgs/${sample.otherOrganization}`, {
        headers: { authorization: `Bearer ${sample.tokens.outsider}` },
        signal: AbortSignal.timeout(30_000),
      }).catch(() => undefined)
      await reply?.body?.cancel()
      told.reads += 1
      if (reply?.status !== 200) told.failed += 1
      told.slowestMs = Math.max(told.slowestMs, performance.now() - startedMs)
      await sleep(50, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  })()
  return {
    stop: async () => {
      stopping.abort()
      await reading
      return told
    },
  }
}

/** Waits until a specification is read, with success or without; undefined when it never is. */
export async function untilRead(
  { call, specs }: OpenApiWorld,
  slug: string,
  withinMs: number,
): Promise<Answer['body']> {
  const deadline = Date.now() + withinMs
  while (Date.now() < deadline) {
    const { status, body } = await call('GET', `${specs}/${slug}`)
    if (status === 200 && body.processingState === 'complete') return body
    await sleep(100)
  }
  return undefined
}

export interface Shown {
  readonly targets: readonly string[]
}

/** A site whose pages come from specifications; answers where they are. */
export async function showSpecs(
  { world, call }: OpenApiWorld,
  slugs: readonly string[],
): Promise<Shown> {
  const { organization } = world.instance.sample
  const made = await call('POST', `/orgs/${organization}/spaces`, {
    title: 'Hostile',
    empty: true,
  })
  const spaceId: string = made.body.id
  for (const spec of slugs) {
    await call('POST', `/spaces/${spaceId}/content`, {
      changes: [
        {
          operation: 'insert_computed',
          computed: {
            type: 'builtin:openapi',
            props: { models: true },
            dependencies: { spec: { ref: { kind: 'openapi', spec } } },
          },
        },
      ],
    })
  }
  const { base } = await publishSpace(world, { title: 'Hostile', spaceId })
  const listed = await call('GET', `/spaces/${spaceId}/content/pages?computed=true`)
  const targets = pathsIn(listed.body).map((path) => base + path)
  return { targets: [base, ...targets] }
}

function pathsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap((each) => pathsIn(each))
  if (typeof value !== 'object' || value === null) return []
  const { path, pages } = Object(value)
  return [...(typeof path === 'string' ? [path] : []), ...pathsIn(pages)]
}
