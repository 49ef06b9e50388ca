import { operations } from '@lectern/contract/operations.ts'

import {
  compare,
  type Compared,
  costsOf,
  type Effort,
  type Measured,
  readsOf,
} from './growth-cost.ts'
import type { GrownWorld } from './growth-world.ts'

/** Different requests of a kind, so that what the server remembers of one does not answer the next. */
const targetsPerRead = 60

interface Place {
  readonly spaceId: string
  readonly pageId: string
  readonly path: string
}

type Targets = (places: readonly Place[], world: GrownWorld) => string[]

const inHead: Readonly<Record<string, Targets>> = {
  'page by id, Markdown': (places) =>
    places.map(
      ({ spaceId, pageId }) =>
        `/spaces/${spaceId}/content/page/${pageId}?format=markdown`,
    ),
  'page by id, document': (places) =>
    places.map(
      ({ spaceId, pageId }) =>
        `/spaces/${spaceId}/content/page/${pageId}?format=document`,
    ),
  'page by path, Markdown': (places) =>
    places.map(
      ({ spaceId, path }) => `/spaces/${spaceId}/content/path/${path}?format=markdown`,
    ),
  'page by path, document': (places) =>
    places.map(
      ({ spaceId, path }) => `/spaces/${spaceId}/content/path/${path}?format=document`,
    ),
  'page tree': (places) =>
    places.map(({ spaceId }) => `/spaces/${spaceId}/content/pages`),
  files: (places) => places.map(({ spaceId }) => `/spaces/${spaceId}/content/files`),
  'search in a space': (places) =>
    places.map(({ spaceId }, at) => `/spaces/${spaceId}/search?query=${asked(at)}`),
  ...linksWhereThereAre(),
}

const inPast: Readonly<Record<string, (past: Past) => string[]>> = {
  'page of an old revision': ({ at, pageIds }) =>
    pageIds.map((id) => `${at}/page/${id}?format=markdown`),
  'page of an old revision by path': ({ at, paths }) =>
    paths.map((path) => `${at}/path/${path}?format=markdown`),
  'tree of an old revision': ({ at }) => [`${at}/pages`],
  'files of an old revision': ({ at }) => [`${at}/files`],
  revisions: ({ spaceId }) => [`/spaces/${spaceId}/revisions`],
}

/** A list is read here from the day it is in the contract. */
function linksWhereThereAre(): Record<string, Targets> {
  const found = Object.entries(operations).find(([id]) => id === 'listSpaceLinks')
  if (found === undefined) return {}
  const [, { path }] = found
  return {
    'links of a space': (places) =>
      places.map(({ spaceId }) => path.replace('{spaceId}', spaceId)),
  }
}

function asked(at: number): string {
  const questions = [
    'database',
    'settings+file',
    'organization+members',
    'page+link',
    'error',
  ]
  return questions[at % questions.length] ?? ''
}

/** Every read in a small organization and in a large one, side by side. */
export async function compareReads(
  small: Measured,
  large: Measured,
  { effort, say }: { effort: Effort; say: (line: string) => void },
): Promise<Compared[]> {
  const compared: Compared[] = []
  const note = async (name: string, smallTargets: string[], largeTargets: string[]) => {
    const { one, other } = await costsOf(
      readsOf(small, smallTargets),
      readsOf(large, largeTargets),
      effort,
    )
    const result = compare(name, one, other)
    say(`  ${result.text}`)
    compared.push(result)
  }
  const places = {
    small: await placesIn(small.world),
    large: await placesIn(large.world),
  }
  for (const [name, targets] of Object.entries(inHead)) {
    await note(
      name,
      targets(places.small, small.world),
      targets(places.large, large.world),
    )
  }
  const past = { small: await pastOf(small.world), large: await pastOf(large.world) }
  for (const [name, targets] of Object.entries(inPast)) {
    await note(name, targets(past.small), targets(past.large))
  }
  return compared
}

/** Pages of many spaces: of any one, the second on a chapter. */
async function placesIn({ instance, spaceIds }: GrownWorld): Promise<Place[]> {
  const step = Math.max(1, Math.floor(spaceIds.length / targetsPerRead))
  const chosen = Array.from(
    { length: targetsPerRead },
    (_, at) => spaceIds[(at * step) % spaceIds.length],
  )
  const { rows } = await instance.db.raw(
    `select c.space_id as "spaceId", v.entry_id as "pageId", p.slug || '/' || v.slug as path
     from unnest($1::text[]) with ordinality as c (space_id, number)
     cross join lateral (
       select v.* from entry_version v
       where v.organization_id = $2 and v.space_id = c.space_id and v.branch_id = c.space_id
         and v.to_number is null and v.kind = 'document' and v.parent_id <> ''
       order by v.entry_id offset c.number limit 1) v
     join entry_version p on p.organization_id = $2 and p.space_id = c.space_id
       and p.branch_id = c.space_id and p.entry_id = v.parent_id and p.to_number is null
     order by c.number`,
    [chosen, instance.sample.organization],
  )
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the statement above names its columns
  return rows as Place[]
}

interface Past {
  readonly spaceId: string
  /** The middle of its history. */
  readonly at: string
  readonly pageIds: readonly string[]
  readonly paths: readonly string[]
}

async function pastOf({ instance, pastId }: GrownWorld): Promise<Past> {
  const { rows } = await instance.db.raw(
    `select r.id as revision, v.entry_id as page, p.slug || '/' || v.slug as path
     from branch b
     join revision r on r.organization_id = b.organization_id and r.space_id = b.space_id
       and r.number = b.head_number / 2
     join entry_version v on v.organization_id = b.organization_id and v.space_id = b.space_id
       and v.kind = 'document' and v.from_number <= r.number
       and coalesce(v.to_number > r.number, true)
     join entry_version p on p.organization_id = b.organization_id and p.space_id = b.space_id
       and p.entry_id = v.parent_id and p.from_number <= r.number
       and coalesce(p.to_number > r.number, true)
     where b.space_id = $1 order by v.entry_id limit ${targetsPerRead}`,
    [pastId],
  )
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the statement above names its columns
  const pages = rows as { revision: string; page: string; path: string }[]
  return {
    spaceId: pastId,
    at: `/spaces/${pastId}/revisions/${pages[0]?.revision}`,
    pageIds: pages.map(({ page }) => page),
    paths: pages.map(({ path }) => path),
  }
}
