import type { Transaction } from '#/platform/database/transaction.ts'
import { type By, recorder } from '#/platform/outbox/recorder.ts'

type OfTeam = Readonly<{ organizationId: string; teamId: string }>

const record = recorder('team', 'teamId')

export function teamCreated(tx: Transaction, by: By, team: OfTeam & { title: string }) {
  record(tx, by, team, { type: 'team_created', details: { title: team.title } })
}

export function teamRenamed(
  tx: Transaction,
  by: By,
  team: OfTeam & { title: string; previousTitle: string },
) {
  const { title, previousTitle } = team
  record(tx, by, team, { type: 'team_renamed', details: { title, previousTitle } })
}

export function teamRemoved(tx: Transaction, by: By, team: OfTeam) {
  record(tx, by, team, { type: 'team_removed', details: {} })
}

export function teamMembersChanged(
  tx: Transaction,
  by: By,
  team: OfTeam & { set: Readonly<Record<string, string>>; removed: readonly string[] },
) {
  const { set, removed } = team
  record(tx, by, team, { type: 'team_members_changed', details: { set, removed } })
}
