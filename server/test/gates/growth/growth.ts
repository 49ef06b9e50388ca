import { parseArgs } from 'node:util'

import {
  type GateOptions,
  type GateOutcome,
  type Lane,
  runGate,
} from '../../../../tools/gate.ts'
import { measureBytes } from './growth-bytes.ts'
import { compareComments, fillComments } from './growth-comments.ts'
import { compareDirectories, fillDirectories } from './growth-directories.ts'
import { type Effort, ratioMax } from './growth-cost.ts'
import { measureEdits } from './growth-edits.ts'
import { compareMembers, fillMembers } from './growth-members.ts'
import { measureMemory } from './growth-memory.ts'
import { measureProvisioning } from './growth-provisioning.ts'
import { compareReads } from './growth-reads.ts'
import { measureSearch } from './growth-search.ts'
import { type GrownWorld, growthSettings, withWorlds } from './growth-world.ts'
import {
  createCluster,
  type PostgresCluster,
} from '../../../../tools/postgres-cluster.ts'

type Break =
  | 'no index of members'
  | 'no index of provisioned users'
  | 'no index of comments'
  | 'no index of places'
  | 'edits touch all pages'

const defects: Readonly<Record<Break, string>> = {
  'no index of members': 'drop index member_by_joined, member_by_seen, member_by_role',
  'no index of provisioned users': 'drop index scim_user_by_user_name',
  'no index of comments': 'drop index comment_by_time',
  'no index of places': 'drop index entry_version_by_place',
  'edits touch all pages': `create function touch_all() returns trigger language plpgsql as $$
    begin
      update entry_version set updated_at = now()
      where organization_id = new.organization_id and space_id = new.space_id
        and to_number is null;
      return null;
    end $$;
    create trigger touch_all after insert on revision for each row execute function touch_all()`,
}

const { values } = parseArgs({
  options: {
    full: { type: 'boolean', default: false },
    pages: { type: 'string' },
    revisions: { type: 'string' },
  },
  strict: false,
})

/** `--full` is what the goals are about; without it, small enough for every commit. */
function sizesAsked(lane: Lane) {
  const isFull = values['full'] === true
  const usual = lane === 'push' ? 2_500 : 5_000
  return {
    // Large enough that indexes are as deep as those of any organization.
    small: { pages: isFull ? 10_000 : usual, revisions: 1_000, pagesInOne: 5_000 },
    large: {
      pages: Number(values['pages'] ?? (isFull ? 1_000_000 : 4 * usual)),
      revisions: Number(values['revisions'] ?? (isFull ? 100_000 : 5_000)),
      pagesInOne: 10_000,
    },
    members: isFull ? 100_000 : 20_000,
    comments: lane === 'push' ? 20_000 : 100_000,
  }
}

/** Buffers do not waver as times do. */
const effortOfCounts: Effort = { repeats: 12, rounds: 1, warmUps: 8 }

/** What is large costs what is small costs: reads, lists, edits, and what is stored of a page. */
async function run(options: GateOptions<Break>): Promise<GateOutcome> {
  const { seed, lane, broken, say } = options
  const cluster = await createCluster({
    ...growthSettings,
    shared_preload_libraries: "'pg_stat_statements'",
  })
  try {
    const { small, large, members, comments } = sizesAsked(lane)
    return await withWorlds(cluster, { small, large }, { seed, say }, async (worlds) => {
      await fillMembers(worlds.large.instance, members)
      await fillDirectories(worlds.large.instance)
      await fillComments(worlds.large, comments)
      if (broken !== undefined) await worlds.large.instance.db.raw(defects[broken])
      return measure(cluster, worlds, options)
    })
  } finally {
    await cluster.remove()
  }
}

async function measure(
  cluster: PostgresCluster,
  worlds: Readonly<Record<'small' | 'large', GrownWorld>>,
  { seconds, lane, say }: GateOptions<Break>,
): Promise<GateOutcome> {
  const postmasterPid = cluster.postmasterPid() ?? 0
  const measured = async (world: GrownWorld) => ({
    world,
    api: await world.instance.startApi(),
    postmasterPid,
  })
  const small = await measured(worlds.small)
  const large = await measured(worlds.large)
  const repeats = Math.max(30, Math.min(1_000, seconds))
  const effort = lane === 'push' ? effortOfCounts : { repeats, rounds: 3, warmUps: 20 }
  const compared = [
    ...(await compareReads(small, large, { effort, say })),
    ...(await compareMembers(large, { effort, say })),
    ...(await compareDirectories(large, { effort, say })),
    ...(await compareComments(large, { effort, say })),
  ]
  const search = lane === 'push' ? undefined : await measureSearch(large, say)
  const bytes = await measureBytes(worlds.large, say)
  const memory = await measureMemory(large, say)
  const edits = await measureEdits(large, say)
  const provisioning = lane === 'push' ? undefined : await measureProvisioning(large, say)
  const [worst] = compared.toSorted((one, other) => other.ratio - one.ratio)
  return {
    figure: `worst read costs ${worst?.ratio.toFixed(2)}× (goal ${ratioMax}×); ${[search, provisioning, edits, bytes, memory].flatMap((part) => part?.figure ?? []).join('; ')}`,
    problems: [...compared, edits, bytes, memory].flatMap(({ problems }) => problems),
    slow: [
      ...compared.flatMap(({ slow }) => slow),
      ...(search?.slow ?? []),
      ...(provisioning?.slow ?? []),
    ],
  }
}

await runGate<Break>({
  name: 'growth',
  seconds: 40,
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of a record
  breaks: Object.keys(defects) as Break[],
  run,
})
