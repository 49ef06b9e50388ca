import type { Transaction } from '#/platform/database/transaction.ts'
import type { By } from '#/platform/outbox/recorder.ts'
import type { Services } from '#/platform/services.ts'
import { lockOrganization } from '#/features/people/organizations/public.ts'
import { ApiError, notFound } from '#/platform/errors/api-error.ts'

/** A directory that asks, with what is needed to answer it. Its token stands for the user. */
export interface Directory
  extends By, Pick<Services, 'db' | 'config' | 'clock' | 'metrics' | 'log'> {
  readonly organizationId: string
  /** The address of the resources of the organization. */
  readonly baseUrl: string
  readonly ifMatch: string | undefined
}

/** Changes people one after the other: who is the last admin holds until the end. */
export async function changePeople<T>(
  { db, organizationId }: Directory,
  run: (tx: Transaction) => Promise<T>,
): Promise<T> {
  return db.transaction(async (tx) => {
    const found = await tx.first(lockOrganization, { organizationId })
    if (found === undefined) throw notFound('organization', organizationId)
    return run(tx)
  }, organizationId)
}

/** Refuses a change of what is not as the directory has last seen it. */
export function requireMatch({ ifMatch }: Directory, version: string): void {
  if (ifMatch === undefined || isAmong(ifMatch, version)) return
  throw new ApiError(
    412,
    'version_mismatch',
    'The resource was changed since the version named in If-Match. Read it again and repeat the change.',
  )
}

/** Whether a list of ETags, or `*`, has this one; weak and strong ones count the same. */
export function isAmong(list: string, version: string): boolean {
  return list.trim() === '*' || list.split(',').map(plain).includes(plain(version))
}

function plain(etag: string): string {
  return etag.trim().replace(/^W\//, '')
}
