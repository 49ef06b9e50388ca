import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'

import {
  type GateOptions,
  type GateOutcome,
  runGate,
  seeded,
} from '../../../../tools/gate.ts'
import { createInstance, type Instance } from '../harness/instance.ts'
import {
  createTransferWorld,
  plant,
  type TransferBreak,
  type TransferWorld,
} from './transfer-world.ts'

const pagesDefault = 2_000
const editorsPerProcess = 2
const transfersMin = 2

/** Where the space is, for those who ask; `step` changes whenever that is about to change or has. */
interface Place {
  organization: string | undefined
  step: number
}

interface Edit {
  readonly page: string
  readonly text: string
  readonly revision: string
}

interface Scene {
  readonly instance: Instance
  readonly world: TransferWorld
  readonly urls: readonly string[]
  readonly place: Place
  readonly problems: string[]
  readonly edits: Edit[]
  readonly counts: { reads: number; looks: number; refused: number }
  isOver: boolean
}

/** A space goes back and forth between organizations while people of both read and edit it. */
async function run(options: GateOptions<TransferBreak>): Promise<GateOutcome> {
  const { seconds, broken, say } = options
  const instance = await createInstance()
  try {
    // Two processes, so that what one remembers is out of date when the other transfers.
    const apis = await Promise.all([instance.startApi(), instance.startApi()])
    await instance.startWorker()
    const urls = apis.map(({ url }) => url)
    const world = await createTransferWorld(instance, urls[0] ?? '', pageCount())
    if (broken !== undefined) await plant(instance, broken)
    const place = { organization: instance.sample.organization, step: 0 }
    const counts = { reads: 0, looks: 0, refused: 0 }
    const lists = { problems: [], edits: [], counts }
    const scene: Scene = { instance, world, urls, place, ...lists, isOver: false }
    const people = [
      watch(scene),
      ...urls.flatMap((url, index) => [
        read(scene, url),
        readAsMember(scene, url),
        ...Array.from({ length: editorsPerProcess }, async (_, nth) =>
          edit(scene, url, options.seed + index * editorsPerProcess + nth),
        ),
      ]),
    ]
    const tookMs = await transferToAndFro(scene, seconds)
    scene.isOver = true
    await Promise.all(people)
    await findEdits(scene)
    await judgeSite(scene)
    return outcomeOf(scene, tookMs, say)
  } finally {
    await instance.close()
  }
}

function outcomeOf(
  { problems, edits, counts, world }: Scene,
  tookMs: readonly number[],
  say: (line: string) => void,
): GateOutcome {
  const sorted = tookMs.toSorted((a, b) => a - b)
  const middle = sorted[Math.floor(sorted.length / 2)] ?? 0
  const isWhole = problems.length === 0
  if (edits.length === 0) problems.push('nothing was edited meanwhile')
  if (tookMs.length < transfersMin) problems.push('there were too few transfers')
  say(
    `  ${counts.reads} reads, ${counts.looks} looks at the database, ${edits.length} edits, ${counts.refused} refused at the moment of a transfer`,
  )
  return {
    figure: `${tookMs.length} transfers of ${world.pages.length} pages, median ${middle.toFixed(0)} ms, longest ${(sorted.at(-1) ?? 0).toFixed(0)} ms; ${edits.length} edits acknowledged${isWhole ? ', all there' : ''}`,
    problems,
  }
}

function pageCount(): number {
  const { values } = parseArgs({ options: { pages: { type: 'string' } }, strict: false })
  return Number(values['pages'] ?? pagesDefault)
}

async function transferToAndFro(scene: Scene, seconds: number): Promise<number[]> {
  const { instance, world, urls, place, problems } = scene
  const { organization: first, otherOrganization: second } = instance.sample
  const tookMs: number[] = []
  const startMs = performance.now()
  // Where the machine is busy, the first edits may take until after a few transfers.
  const isEnough = (took: number) =>
    took >= seconds * 1000 && (scene.edits.length > 0 || took >= seconds * 4000)
  while (tookMs.length < transfersMin || !isEnough(performance.now() - startMs)) {
    const to = tookMs.length % 2 === 0 ? second : first
    const url = urls[tookMs.length % urls.length] ?? ''
    place.organization = undefined
    place.step += 1
    const startedMs = performance.now()
    const reply = await send(scene, url, `/spaces/${world.spaceId}/transfer`, {
      body: { organization: to },
    })
    tookMs.push(performance.now() - startedMs)
    place.organization = to
    place.step += 1
    if (reply.status !== 200) {
      problems.push(`a transfer answered ${reply.status}: ${reply.text.slice(0, 200)}`)
      return tookMs
    }
    await sleep(300)
  }
  return tookMs
}

/** Looks past the API: at every moment the space is live in one organization, which the directory names. */
async function watch(scene: Scene): Promise<void> {
  const { instance, world, problems, counts } = scene
  while (!scene.isOver) {
    const { rows } = await instance.db.raw(
      `select d.organization_id as home, array_agg(n.organization_id) as live
       from directory as d left join content_node as n on n.id = d.id and n.state = 'live'
       where d.id = $1 group by 1`,
      [world.spaceId],
    )
    counts.looks += 1
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the columns of the query above
    const [{ home, live }] = rows as [{ home: string; live: string[] }]
    if (live.length !== 1 || live[0] !== home) {
      problems.push(`it is live in ${live.join(' and ')}, its home is ${home}`)
      await sleep(200)
    }
    await sleep(5)
  }
}

/** Whoever belongs to both organizations sees it all the time. */
async function read(scene: Scene, url: string): Promise<void> {
  const { world, problems, counts } = scene
  const random = seeded(url.length)
  while (!scene.isOver) {
    const page = random.pick(world.pages)
    for (const target of ['', `/content/page/${page}`]) {
      const { status } = await send(scene, url, `/spaces/${world.spaceId}${target}`)
      counts.reads += 1
      if (status !== 200) {
        problems.push(`a member of both was answered ${status} for ${target || 'it'}`)
        await sleep(200)
      }
    }
  }
}

/** Members of one organization see it while it is there, and not a moment after it left. */
async function readAsMember(scene: Scene, url: string): Promise<void> {
  const { instance, world, place, problems, counts } = scene
  const { organization, otherOrganization, tokens } = instance.sample
  const members = [
    { home: organization, token: tokens.read },
    { home: otherOrganization, token: tokens.outsider },
  ]
  while (!scene.isOver) {
    for (const { home, token } of members) {
      const before = { ...place }
      const target = `/spaces/${world.spaceId}`
      const { status } = await send(scene, url, target, { token })
      counts.reads += 1
      const isTelling = before.organization !== undefined && before.step === place.step
      const expected = before.organization === home ? 200 : 404
      if (isTelling && status !== expected) {
        problems.push(`a member of one was answered ${status} instead of ${expected}`)
        await sleep(200)
      }
    }
    await sleep(10)
  }
}

async function edit(scene: Scene, url: string, seed: number): Promise<void> {
  const { world, place, problems, edits, counts } = scene
  const random = seeded(seed)
  for (let nth = 0; !scene.isOver; nth += 1) {
    const page = random.pick(world.pages)
    const text = `Written by ${seed}, number ${nth}.`
    const step = place.step
    const document = { markdown: `${text}\n` }
    const reply = await send(scene, url, `/spaces/${world.spaceId}/content`, {
      body: { changes: [{ operation: 'update_page', page, document }] },
    })
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the contract of updateSpaceContent
    const { revision } = JSON.parse(reply.text) as { revision: string }
    if (reply.status === 200) edits.push({ page, text, revision })
    else if ([404, 409].includes(reply.status) && place.step !== step) counts.refused += 1
    else if (reply.status !== 409) {
      problems.push(`an edit was answered ${reply.status}: ${reply.text.slice(0, 200)}`)
      await sleep(200)
    }
  }
}

/** Every acknowledged revision is there, and has the text that it was written for. */
async function findEdits({ instance, world, edits, problems }: Scene): Promise<void> {
  const { rows } = await instance.db.raw(
    `select e.text from directory as d
     cross join unnest($2::text[], $3::text[], $4::text[]) as e (page, text, revision)
     left join revision as r on r.organization_id = d.organization_id
       and r.space_id = d.id and r.id = e.revision
     left join entry_version as v on v.organization_id = d.organization_id
       and v.space_id = d.id and v.branch_id = d.id and v.entry_id = e.page
       and v.from_number = r.number
     left join document as m on m.organization_id = d.organization_id
       and m.space_id = d.id and m.id = v.document_id and m.markdown like '%' || e.text || '%'
     where d.id = $1 and m.id is null`,
    [
      world.spaceId,
      edits.map(({ page }) => page),
      edits.map(({ text }) => text),
      edits.map(({ revision }) => revision),
    ],
  )
  for (const row of rows) problems.push(`an edit is lost: ${JSON.stringify(row)}`)
}

/** The site is still there, with what stayed and nothing else, also where the space has come back. */
async function judgeSite({ instance, world, problems }: Scene): Promise<void> {
  const { rows } = await instance.db.raw(
    `select array(select ss.space_id from site_space as ss
       where ss.organization_id = st.organization_id and ss.site_id = st.id) as shown
     from site as st where st.id = $1`,
    [world.siteId],
  )
  const expected = JSON.stringify([{ shown: [world.otherSpaceId] }])
  const found = JSON.stringify(rows)
  if (found !== expected) problems.push(`the site has ${found} instead of ${expected}`)
}

interface Asked {
  readonly body?: object
  /** Of the member of both unless it says who asks. */
  readonly token?: string
}

async function send(
  { instance }: Scene,
  url: string,
  target: string,
  { body, token = instance.sample.tokens.admin }: Asked = {},
): Promise<{ status: number; text: string }> {
  const reply = await fetch(`${url}/v1${target}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return { status: reply.status, text: await reply.text() }
}

await runGate({
  name: 'transfer',
  seconds: 15,
  breaks: [
    'stays where it was',
    'edits left behind',
    'directory stays',
    'stays on its site',
  ],
  run,
})
