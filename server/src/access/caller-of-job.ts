import type { Caller } from '#/platform/http/caller.ts'

interface Asker {
  readonly userId: string
  readonly organizationId: string
  readonly mayWrite: boolean
}

/**
 * The caller of a job, which acts in one organization as the member who asked for it. They came
 * through its door when they asked; whether they are still a member is looked at again.
 */
export function callerOfJob(
  tokenId: string,
  { userId, organizationId, mayWrite }: Asker,
): Caller {
  return { userId, tokenId, mayWrite, organizationId, provenFor: organizationId }
}
