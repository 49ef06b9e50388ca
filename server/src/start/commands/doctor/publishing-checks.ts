import { lookup } from 'node:dns/promises'

import type { Config } from '#/platform/config/config.ts'
import { isLocalHost } from '#/platform/config/host-problems.ts'

import { reasonOf } from '../failure.ts'
import { type Check, fail, ok, skip, type Verdict, warn } from './check.ts'

const answerMsMax = 3_000

/** Whether what is published reaches readers. */
export function publishingChecks(config: Config): readonly Check[] {
  return [
    { name: 'renderer', judge: async () => judgeRenderer(config) },
    { name: 'renderer secret', judge: async () => judgeSecret(config) },
    { name: 'files url', judge: async () => judgeFiles(config) },
    { name: 'publish host', judge: async () => judgeHost(config) },
  ]
}

async function ask(url: string, headers: Record<string, string> = {}): Promise<number> {
  const signal = AbortSignal.timeout(answerMsMax)
  const reply = await fetch(url, { headers, signal, redirect: 'manual' })
  await reply.body?.cancel()
  return reply.status
}

async function judgeRenderer({ SITES_URL, LECTERN_ENV }: Config): Promise<Verdict> {
  if (SITES_URL === undefined) {
    return warn(
      'not looked at, and no PDFs are made',
      'Set SITES_URL to where the worker reaches the renderer of sites',
    )
  }
  const judge = LECTERN_ENV === 'production' ? fail : warn
  const remedy = 'Start the renderer of sites, or correct SITES_URL'
  try {
    const status = await ask(`${SITES_URL}/~readyz`)
    return status === 200
      ? ok(`${SITES_URL} answers`)
      : judge(`${SITES_URL} answers ${status}`, remedy)
  } catch (error) {
    return judge(`${SITES_URL} does not answer (${reasonOf(error)})`, remedy)
  }
}

async function judgeSecret({ SITES_URL, RENDERER_SECRET }: Config): Promise<Verdict> {
  if (RENDERER_SECRET === undefined) {
    return warn(
      'none, so the renderer is not told of changes as they happen',
      'Set RENDERER_SECRET to the same on the api and on the renderer',
    )
  }
  if (SITES_URL === undefined) return skip('waits for SITES_URL')
  const authorization = `Bearer ${RENDERER_SECRET}`
  const status = await ask(`${SITES_URL}/~secret`, { authorization }).catch(() => 0)
  if (status === 204) return ok('the same as that of the renderer')
  if (status === 403) {
    return fail(
      'another than that of the renderer',
      'Set RENDERER_SECRET to the same on both, and restart them',
    )
  }
  return skip('waits for the renderer')
}

/** Whether people elsewhere reach the api, who then must reach files and sites as well. */
function isPublic({ PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>): boolean {
  return !isLocalHost(new URL(PUBLIC_URL).hostname)
}

async function judgeFiles(config: Config): Promise<Verdict> {
  const { FILES_URL } = config
  if (!isLocalHost(new URL(FILES_URL).hostname)) return ok(FILES_URL)
  if (!isPublic(config)) return ok(`${FILES_URL}, for this machine only`)
  return fail(
    `${FILES_URL} is on this machine only, and PUBLIC_URL is not: nobody elsewhere sees a file`,
    'Set FILES_URL to /~files under a host name of its own that leads to the api',
  )
}

async function judgeHost(config: Config): Promise<Verdict> {
  const { PUBLISH_HOST, PUBLISH_URL } = config
  const name =
    PUBLISH_URL === undefined
      ? `lectern-doctor.${PUBLISH_HOST.replace(/:\d+$/, '')}`
      : new URL(PUBLISH_URL).hostname
  if (isLocalHost(name)) {
    if (!isPublic(config)) return ok('localhost, for this machine only')
    return fail(
      `${name} is on this machine only, and PUBLIC_URL is not: nobody elsewhere reads a site`,
      'Set PUBLISH_HOST to a name whose wildcard record leads to the renderer',
    )
  }
  try {
    const { address } = await lookup(name)
    return ok(`${name} leads to ${address}`)
  } catch (error) {
    return fail(
      `${name} is not known (${reasonOf(error)})`,
      PUBLISH_URL === undefined
        ? 'Add a wildcard record to the DNS of PUBLISH_HOST, which leads to the renderer'
        : 'Add a record to DNS, which leads to the renderer',
    )
  }
}
