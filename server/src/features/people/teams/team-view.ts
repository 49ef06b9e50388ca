import type { Team, TeamRole } from '@lectern/contract/teams.ts'

import type { Actor } from '#/access/actor.ts'

import { teamPolicy } from './team-policy.ts'
import type { TeamRow } from './team-queries.ts'

/** A stored role in a team; check constraints hold such columns to the two roles. */
export function asTeamRole(stored: string): TeamRole
export function asTeamRole(stored: string | null): TeamRole | null
export function asTeamRole(stored: string | null): TeamRole | null {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  return stored as TeamRole | null
}

/** A team as read for one caller, with the role they hold in it. */
export interface TeamForCaller {
  readonly actor: Actor
  readonly team: TeamRow
  readonly actorTeamRole: TeamRole | null
}

export function viewTeam({ actor, team, actorTeamRole }: TeamForCaller): Team {
  return {
    object: 'team',
    id: team.id,
    title: team.title,
    members: team.members,
    spaces: team.spaces,
    createdAt: team.created_at,
    permissions: {
      admin: teamPolicy.admin(actor, { actorTeamRole }),
      view: teamPolicy.view(actor),
    },
  }
}
