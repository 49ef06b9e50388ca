import { readFileSync } from 'node:fs'

import type { TestBody } from '#test/test-api.ts'

import { type GateOptions, type GateOutcome, runGate } from '../../../../tools/gate.ts'
import { createInstance, type Instance, type ServerProcess } from '../harness/instance.ts'
import { type Send, senderTo } from '../merge-cost/merge-cost-world.ts'

type Break = 'no turns'

const threads = 2
/** As docs/operate.md says. */
const residentMegabytesMax = 512 + threads * 1024
const answeredWithinMs = 30_000
const quietRounds = 10
const timesQuietMax = 3
const recoveredWithinMs = 10_000
const editsAtOnce = 40
const changesPerEdit = 4

interface Answer {
  readonly what: string
  /** Zero when there was none in time. */
  readonly status: number
  readonly hasRetryAfter: boolean
  readonly ms: number
}

/** One organization does its worst; another one reads and edits as if nothing were the matter. */
async function run({ broken, lane, say }: GateOptions<Break>): Promise<GateOutcome> {
  const instance = await createInstance({
    CONTENT_THREADS: String(threads),
    RATE_LIMIT_TOKEN: '1000',
    RATE_LIMIT_ADDRESS: '100',
    RATE_LIMIT_SITE: '100000',
    LOG_LEVEL: 'silent',
  })
  try {
    const plant = new URL('overload-break.ts', import.meta.url).href
    const api = await instance.startApi(
      undefined,
      broken === undefined ? {} : { NODE_OPTIONS: `--import=${plant}` },
    )
    const neighbour = await settle(instance, api)
    const worst = await prepareWorst(instance, api)
    const quiet: Answer[] = []
    for (let round = 0; round < quietRounds; round += 1) {
      quiet.push(...(await neighbour()))
    }
    const { aggressor, beside } = await attack(worst, neighbour)
    const afterMs = performance.now()
    const recovered = await neighbour()
    const recoveredMs = performance.now() - afterMs
    const resident = residentMegabytes(api)
    const refused = aggressor.filter(({ status }) => status >= 400)
    const [calm, busy] = [p99(quiet), p99(beside)]
    say(
      `  ${aggressor.length} requests of one organization, ${refused.length} refused; ${beside.length} of a neighbour, p99 ${busy.toFixed(0)} ms and ${calm.toFixed(0)} ms when quiet`,
    )
    return {
      figure: `${[...beside, ...recovered].filter(isWrong).length} answers to a neighbour refused or failed of ${beside.length + recovered.length}, ${refused.length} of ${aggressor.length} to the organization that asks too much; ${resident.toFixed(0)} MB resident at most (goal ${residentMegabytesMax})`,
      problems: [
        ...[...beside, ...recovered]
          .filter(isWrong)
          .map((each) => told('a neighbour', each)),
        ...refused
          .filter(({ status, hasRetryAfter }) => status !== 429 || !hasRetryAfter)
          .map((each) => told('who asks too much', each)),
        // A neighbour who waits behind all others gets a few answers; one with a turn, hundreds.
        ...(beside.length < aggressor.length
          ? [`a neighbour got ${beside.length} answers beside ${aggressor.length}`]
          : []),
        ...(refused.length === 0 ? ['nothing was refused of what was too much'] : []),
        ...(resident > residentMegabytesMax
          ? [`the api took ${resident.toFixed(0)} MB, at most ${residentMegabytesMax}`]
          : []),
      ],
      slow:
        lane === 'push'
          ? []
          : [
              ...(busy > calm * timesQuietMax
                ? [
                    `p99 of a neighbour is ${(busy / calm).toFixed(1)} × that of quiet times`,
                  ]
                : []),
              ...(recoveredMs > recoveredWithinMs
                ? [`a neighbour was served ${recoveredMs.toFixed(0)} ms after the end`]
                : []),
            ],
    }
  } finally {
    await instance.close()
  }
}

function isWrong({ status }: Answer): boolean {
  return status !== 200
}

function told(whom: string, { what, status, ms }: Answer): string {
  return `${whom} got ${status || 'no answer'} to ${what} after ${ms.toFixed(0)} ms`
}

function p99(answers: readonly Answer[]): number {
  const times = answers.map(({ ms }) => ms).toSorted((one, other) => one - other)
  return times[Math.floor((times.length - 1) * 0.99)] ?? 0
}

/** The most that the process has held at any time. */
function residentMegabytes({ child }: ServerProcess): number {
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024
}

/** Sends a request and tells how it was answered, without reading what large answers say. */
async function ask(
  { url }: ServerProcess,
  token: string,
  what: string,
  body?: object,
): Promise<Answer> {
  const startedMs = performance.now()
  const answer = { status: 0, hasRetryAfter: false }
  try {
    const reply = await fetch(`${url}/v1${what}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(answeredWithinMs * 2),
    })
    answer.status = reply.status
    answer.hasRetryAfter = reply.headers.has('retry-after')
    await reply.arrayBuffer()
  } catch {
    answer.status = 0
  }
  return {
    what: what.replaceAll(/\w{20}/g, '…'),
    ...answer,
    ms: performance.now() - startedMs,
  }
}

const insert = (markdown: string) => ({
  operation: 'insert_page',
  title: 'Page',
  document: { markdown },
})

/** A space of the neighbour; gives what they do in one round. */
async function settle(
  { sample }: Instance,
  api: ServerProcess,
): Promise<() => Promise<readonly Answer[]>> {
  const token = sample.tokens.outsider
  const send = senderTo(api.url, token)
  const [{ id: organization }] = (await send('GET', '/orgs')).items
  const { id: spaceId } = await send('POST', `/orgs/${organization}/spaces`, {
    empty: true,
  })
  const content = `/spaces/${spaceId}/content`
  const { changes } = await send('POST', content, { changes: [insert('Start.\n')] })
  const page = `${content}/page/${changes[0].page}`
  return async () => [
    await ask(api, token, page),
    await ask(api, token, content, { changes: [insert('One more.\n')] }),
  ]
}

const textOf = (whose: string, paragraphs: number) =>
  Array.from(
    { length: paragraphs },
    (_, at) => `${whose}, *paragraph* ${at}, with [a link](page-${at}.md).\n\n`,
  ).join('')

/** Content that is dear to merge and to read, and everything that is done with it at once. */
async function prepareWorst(
  { sample }: Instance,
  api: ServerProcess,
): Promise<() => readonly Promise<Answer>[]> {
  const token = sample.tokens.admin
  const send: Send = senderTo(api.url, token)
  const { id: spaceId } = await send('POST', `/orgs/${sample.organization}/spaces`, {
    empty: true,
  })
  const content = `/spaces/${spaceId}/content`
  const made: TestBody = await send('POST', content, {
    changes: [insert(textOf('base', 600))],
  })
  const page: string = made.changes[0].page
  const edit = (whose: string) => ({
    changes: [
      { operation: 'update_page', page, document: { markdown: textOf(whose, 600) } },
    ],
  })
  const requests = `/spaces/${spaceId}/change-requests`
  const { id } = await send('POST', requests, { subject: 'Both sides' })
  await send('POST', `${requests}/${id}/content`, edit('ours'))
  await send('POST', content, edit('theirs'))
  const changes = Array.from({ length: changesPerEdit }, (_, at) =>
    insert(textOf(`edit ${at}`, 60)),
  )
  return () => [
    ...[1, 2, 3].map(async () => ask(api, token, `${requests}/${id}/conflicts`)),
    ...[1, 2, 3].map(async () => ask(api, token, `${content}/page/${page}`)),
    ...Array.from({ length: editsAtOnce }, async () =>
      ask(api, token, `${content}?dryRun=true`, { changes }),
    ),
  ]
}

/** Everything at once, while the neighbour goes on until all of it is answered. */
async function attack(
  worst: () => readonly Promise<Answer>[],
  neighbour: () => Promise<readonly Answer[]>,
): Promise<{ aggressor: readonly Answer[]; beside: readonly Answer[] }> {
  const over = new AbortController()
  const beside: Answer[] = []
  const living = (async () => {
    do beside.push(...(await neighbour()))
    while (!over.signal.aborted)
  })()
  const aggressor = await Promise.all(worst())
  over.abort()
  await living
  return { aggressor, beside }
}

await runGate<Break>({ name: 'overload', seconds: 30, breaks: ['no turns'], run })
