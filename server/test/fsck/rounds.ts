import { sql } from 'kysely'

import type { Queryable } from '#/platform/database/queryable.ts'
import { statement } from '#/platform/database/statement.ts'
import type { Transaction } from '#/platform/database/transaction.ts'
import type {
  GlobalCheck,
  OrganizationCheck,
  Problem,
} from '#/platform/integrity/integrity-check.ts'
import { walkOrganizations } from '#/platform/tenancy/walk-organizations.ts'

import type { seeded } from '../../../tools/gate.ts'
import type { TestApi } from '../test-api.ts'
import type { Planned, Template } from './planned.ts'
import type { Place } from './places.ts'

export interface Checks {
  readonly ofOrganization: readonly OrganizationCheck[]
  readonly global: readonly GlobalCheck[]
}

/** One corruption for each place at most: what one of them causes is never blamed on another. */
export type Round = readonly Planned[]

class TakeBack extends Error {}

/** As many of each template as asked for, over all places and rows by chance. */
export function planRounds(
  templates: readonly Template[],
  places: readonly Place[],
  { perTemplate, random }: { perTemplate: number; random: ReturnType<typeof seeded> },
): Round[] {
  const queues = places.map((): Planned[] => [])
  for (const { plans } of templates) {
    const all = places.flatMap((place, nth) =>
      plans(place).map((plan) => ({ plan, nth, order: random.next() })),
    )
    const chosen = all.toSorted((a, b) => a.order - b.order).slice(0, perTemplate)
    for (const { plan, nth } of chosen) queues[nth]?.push(plan)
  }
  const longest = Math.max(...queues.map(({ length }) => length))
  return Array.from({ length: longest }, (_, turn) =>
    queues.flatMap((queue) => queue.slice(turn, turn + 1)),
  )
}

interface Looking {
  readonly checks: Checks
  /** Organizations that are not looked at. */
  readonly leaveOut: readonly string[]
}

/** What `fsck` says differently from what it must, after the corruptions of one round. */
export async function judgeRound(
  api: TestApi,
  round: Round,
  looking: Looking,
): Promise<string[]> {
  const found = await foundAfter(api, round, looking)
  const reported = found.map(({ kind, id }) => `${kind} ${id}`)
  const wanted = round.flatMap((plan) =>
    plan.reported.map(([kind, id]) => `${kind} ${id}`),
  )
  return [
    ...without(wanted, reported).map((each) => `not found: ${each}`),
    ...without(reported, wanted).map((each) => `reported though it is fine: ${each}`),
    ...[...new Set(wanted)]
      .filter((each) => timesIn(reported, each) > timesIn(wanted, each))
      .map((each) => `reported too often: ${each}`),
  ]
}

/** What the checks find right after the corruptions, which are then taken back. */
export async function foundAfter(
  { services }: TestApi,
  round: Round,
  looking: Looking,
): Promise<Problem[]> {
  let found: Problem[] = []
  const planted = services.db.transaction(async (tx) => {
    await plant(tx, round)
    found = await lookAtAll(tx, looking)
    throw new TakeBack()
  })
  await planted.catch((error: unknown) => {
    if (!(error instanceof TakeBack)) throw error
  })
  return found
}

export async function plant(tx: Transaction, round: Round): Promise<void> {
  // Foreign keys and their cascades stand aside: what they hold is checked, too.
  // On a cluster those of its workers do, too.
  await apply(tx, [
    `set local citus.propagate_set_commands = 'local'`,
    'set local session_replication_role = replica',
  ])
  for (const { change } of round) await apply(tx, change)
}

/** Several places may be damaged alike: an id says which of a kind it is, within its organization. */
function timesIn(all: readonly string[], one: string): number {
  return all.filter((each) => each === one).length
}

function without(all: readonly string[], some: readonly string[]): string[] {
  const known = new Set(some)
  return all.filter((each) => !known.has(each))
}

async function apply(tx: Transaction, statements: readonly string[]): Promise<void> {
  for (const text of statements) {
    await tx.run(
      statement('test.corrupt', () => sql.raw(text)),
      {},
    )
  }
}

async function lookAtAll(
  tx: Queryable,
  { checks: { ofOrganization, global }, leaveOut }: Looking,
): Promise<Problem[]> {
  const problems: Problem[] = []
  for await (const organizationId of walkOrganizations(tx)) {
    if (leaveOut.includes(organizationId)) continue
    const found = await Promise.all(
      ofOrganization.map(async ({ run }) => run(tx, organizationId)),
    )
    problems.push(...found.flatMap((each) => each.problems))
  }
  const reader = { read: async <T>(run: (db: Queryable) => Promise<T>) => run(tx) }
  for (const check of global) {
    for await (const part of check.run(reader, { organizationId: undefined })) {
      problems.push(...part.problems)
    }
  }
  return problems
}
