import type { SignInWay } from '@lectern/contract/sessions.ts'

import type { Transaction } from '#/platform/database/transaction.ts'
import { written } from '#/platform/database/written.ts'
import { newId } from '#/platform/ids/new-id.ts'
import { enqueue } from '#/platform/jobs/job.ts'
import { audit } from '#/platform/outbox/outbox.ts'

import { selectNoteMoment } from './note-queries.ts'
import { type Origin, placeOf } from './origin.ts'
import {
  emailChanged,
  refused,
  signedIn,
  unknownActor,
  writeSignInNote,
} from './write-note.ts'

/** How somebody proved who they are, more closely than sessions say it. */
export type Means = SignInWay | 'operator-link' | 'welcome'

export interface NotedSignIn {
  readonly accountId: string
  readonly by: Means
  /** What was asked for besides. */
  readonly secondFactor?: 'app' | 'recovery-code' | undefined
  /** The one organization that it is good for, and the provider there; absent for all of an account. */
  readonly organizationId?: string | undefined
  readonly provider?: string | undefined
}

/** Notes a sign-in in the audit log of each organization that it is for. */
export async function noteSignedIn(
  tx: Transaction,
  origin: Origin,
  { accountId, organizationId, ...how }: NotedSignIn,
): Promise<void> {
  const { requestId } = origin
  const details = { ...how, ...placeOf(origin) }
  if (organizationId === undefined) {
    await enqueueNote(tx, {
      action: signedIn,
      accountId,
      actorId: accountId,
      requestId,
      details,
    })
    return
  }
  audit(tx, {
    organizationId,
    action: signedIn,
    actorId: accountId,
    targetKind: 'member',
    targetId: accountId,
    requestId,
    details,
  })
}

export interface NotedRefusal {
  /** Whose account somebody has tried; undefined where what they typed is nobody's. */
  readonly accountId: string | undefined
  readonly by: Means
  readonly reason:
    | 'password_wrong'
    | 'code_wrong'
    | 'passkey_refused'
    | 'link_not_valid'
    | 'too_many_attempts'
}

/**
 * Notes an attempt that failed. The work is the same for nobody: neither time nor jobs tell who has
 * an account.
 */
export async function noteRefused(
  tx: Transaction,
  origin: Origin,
  { accountId = newId(), ...why }: NotedRefusal,
): Promise<void> {
  await enqueueNote(tx, {
    action: refused,
    accountId,
    actorId: unknownActor,
    requestId: origin.requestId,
    details: { ...why, ...placeOf(origin) },
  })
}

interface NotedEmailChange {
  readonly accountId: string
  /** Both addresses, masked. */
  readonly formerEmail: string
  readonly newEmail: string
}

/** Notes in the audit log of each organization of an account that its mail address has changed. */
export async function noteEmailChanged(
  tx: Transaction,
  origin: Origin,
  { accountId, ...addresses }: NotedEmailChange,
): Promise<void> {
  await enqueueNote(tx, {
    action: emailChanged,
    accountId,
    actorId: accountId,
    requestId: origin.requestId,
    details: { ...addresses, ...placeOf(origin) },
  })
}

type Note = Omit<Parameters<typeof writeSignInNote.run>[0], 'id' | 'at'>

/** No transaction may span two organizations: a job writes to one after the other. */
async function enqueueNote(tx: Transaction, note: Note): Promise<void> {
  const { now: at } = written(await tx.first(selectNoteMoment, {}))
  enqueue(tx, writeSignInNote, { id: newId(), at, ...note })
}
