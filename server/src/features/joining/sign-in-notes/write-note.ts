import { selectActor } from '#/access/actor.ts'
import { selectMemberships } from '#/features/people/users/public.ts'
import type { Transaction } from '#/platform/database/transaction.ts'
import { job } from '#/platform/jobs/job.ts'

import { countRefusals, insertNote } from './note-queries.ts'

export const signedIn = 'member_signed_in'
export const refused = 'member_sign_in_refused'
export const emailChanged = 'member_email_changed'

/** Who has proven nothing. No account has such an id. */
export const unknownActor = 'lectern:unknown'

const organizationsPerRead = 100
const refusalsMax = 20
/** Nobody could write a row by hand: an organization's database may be away for hours. */
const retriesMax = 20

interface SignInNote {
  /** The same in each organization, and each time that the job runs. */
  readonly id: string
  readonly at: string
  readonly accountId: string
  readonly action: typeof signedIn | typeof refused | typeof emailChanged
  readonly actorId: string
  readonly requestId: string
  readonly details: {
    readonly reason?: string
    readonly [what: string]: string | undefined
  }
}

/**
 * Writes of a sign-in, of one that was refused, or of another mail address into the audit log of each organization of the
 * account. An account that is nobody's has none.
 */
export const writeSignInNote = job<SignInNote>(
  'sign-in.write-note',
  { retriesMax },
  async (note, { db }) => {
    const { accountId: userId } = note
    const rowsMax = organizationsPerRead
    let afterId = ''
    const failures: unknown[] = []
    for (;;) {
      const rows = await db.many(selectMemberships, { userId, afterId, rowsMax })
      for (const { organization_id: organizationId } of rows) {
        try {
          await db.transaction(async (tx) => writeIn(tx, organizationId, note))
        } catch (error) {
          // The others are told all the same.
          failures.push(error)
        }
        afterId = organizationId
      }
      if (rows.length < rowsMax) break
    }
    if (failures.length > 0) {
      throw new AggregateError(failures, 'A sign-in could not be noted everywhere')
    }
  },
)

async function writeIn(
  tx: Transaction,
  organizationId: string,
  { accountId, ...note }: SignInNote,
): Promise<void> {
  const member = await tx.first(selectActor, { organizationId, userId: accountId })
  // What an organization has suspended is none of its business any more.
  if (member === undefined || member.actor_disabled) return
  const isTurnedAway = note.action === signedIn && member.actor_needs_sso
  const { action, details } = isTurnedAway
    ? { action: refused, details: { ...note.details, reason: 'sso_required' } }
    : note
  const of = { organizationId, targetId: accountId, at: note.at }
  const { reason } = details
  if (reason !== undefined && (await isFull(tx, { ...of, reason }, refusalsMax))) return
  await tx.run(insertNote, { ...note, ...of, action, details, targetKind: 'member' })
}

interface Refusals {
  readonly organizationId: string
  readonly targetId: string
  readonly reason: string
  readonly at: string
}

/** Whether as many refusals of one kind are noted as a log has room for: anybody can cause them. */
export async function isFull(
  tx: Transaction,
  refusals: Refusals,
  rowsMax: number,
): Promise<boolean> {
  const noted = await tx.first(countRefusals, { ...refusals, rowsMax })
  return noted !== undefined && noted.count >= rowsMax
}
