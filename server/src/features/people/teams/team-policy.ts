import type { TeamRole } from '@lectern/contract/teams.ts'

import type { Actor } from '#/access/actor.ts'
import { atLeast } from '#/access/roles.ts'

type WithinTeam = Readonly<{ actorTeamRole: TeamRole | null }>

export const teamPolicy = {
  // Guests see the content they were given, not the other members.
  view: (actor: Actor) => actor.role !== null,
  create: (actor: Actor) => atLeast(actor.role, 'admin'),
  admin: (actor: Actor, { actorTeamRole }: WithinTeam) =>
    atLeast(actor.role, 'admin') || (actor.role !== null && actorTeamRole === 'owner'),
}
