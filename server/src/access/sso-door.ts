import { ApiError } from '#/platform/errors/api-error.ts'
import { isVisitor, type Reader } from '#/platform/http/caller.ts'

import type { ActorColumns } from './actor.ts'

/**
 * Whether a member may come in as the caller that they are now. One who must use single sign-on
 * comes in with what the organization's provider has vouched for: a session of it, or a token made or
 * confirmed in one. An admin's token for emergencies is the exception.
 */
export function passesDoor(
  member: Pick<ActorColumns, 'actor_needs_sso' | 'actor_role'>,
  caller: Reader,
  organizationId: string,
): boolean {
  if (!member.actor_needs_sso) return true
  // Visitors are no members: their site lets them in.
  if (isVisitor(caller) || caller.provenFor === organizationId) return true
  return caller.breaksGlassOf === organizationId && member.actor_role === 'admin'
}

export function ssoRequired(organizationId: string): ApiError {
  return new ApiError(
    403,
    'sso_required',
    `Organization "${organizationId}" wants you to sign in with its single sign-on. Open /sso/${organizationId} in a browser; an API token works here once it is confirmed after such a sign-in.`,
  )
}
