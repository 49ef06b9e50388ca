import { authorize } from '#/access/actor.ts'
import { notFound } from '#/platform/errors/api-error.ts'
import { change, type Context } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'
import type { Committed } from '#/platform/http/outcome.ts'

import { type MembershipChanges, setTeamMembers } from './set-team-members.ts'
import { teamMembersChanged } from './team-events.ts'
import { selectReferencedMembers } from './team-member-queries.ts'
import { teamPolicy } from './team-policy.ts'
import { resolveTeamToChange } from './team-resolve.ts'

type TeamParams = Readonly<{ organizationId: string; teamId: string }>

export const updateMembersInOrganizationTeam = operation(
  'updateMembersInOrganizationTeam',
  async ({ params, body: { add = [], memberships = {}, remove = [] } }, context) =>
    changeMembers(context, params, { add, memberships, remove }),
)

export const addMemberToOrganizationTeamById = operation(
  'addMemberToOrganizationTeamById',
  async ({ params: { userId, ...team }, body }, context) =>
    changeMembers(
      context,
      team,
      body?.role === undefined
        ? { add: [userId], memberships: {}, remove: [] }
        : { add: [], memberships: { [userId]: { role: body.role } }, remove: [] },
      userId,
    ),
)

export const deleteMemberFromOrganizationTeamById = operation(
  'deleteMemberFromOrganizationTeamById',
  async ({ params: { userId, ...team } }, context) =>
    changeMembers(context, team, { add: [], memberships: {}, remove: [userId] }),
)

async function changeMembers(
  context: Context,
  team: TeamParams,
  changes: MembershipChanges,
  /** The member in the path, if there is one: an unknown one is not found rather than invalid. */
  memberInPath?: string,
): Promise<Committed<undefined>> {
  return change(context, async (tx) => {
    const found = await resolveTeamToChange(tx, context, team)
    authorize(
      teamPolicy.admin(found.actor, found),
      'change the members of this team',
      'the admin role or to own the team',
    )
    if (memberInPath !== undefined) {
      const [member] = await tx.many(selectReferencedMembers, {
        organizationId: team.organizationId,
        references: [memberInPath],
        emails: [],
      })
      if (member === undefined) throw notFound('member', memberInPath)
    }

    const set = await setTeamMembers(tx, team, changes)
    teamMembersChanged(tx, context, {
      ...team,
      set: Object.fromEntries(set),
      removed: changes.remove,
    })
    return undefined
  })
}
