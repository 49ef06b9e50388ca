import { selectActor } from '#/access/actor.ts'
import { type Browser, enter } from '#/features/joining/sign-in/public.ts'
import {
  holdProvider,
  type UsableProvider,
} from '#/features/people/saml-providers/public.ts'
import { isUniqueViolation } from '#/platform/database/database-errors.ts'
import type { Transaction } from '#/platform/database/transaction.ts'
import type { Services } from '#/platform/services.ts'

import { findPerson, type Person } from './find-person.ts'
import { joinThroughProvider } from './join-through-provider.ts'
import { linkAccount } from './link-account.ts'
import {
  type Answered,
  deleteRequest,
  lockAnswered,
  lockLinked,
  selectLink,
} from './saml-sign-in-queries.ts'

export interface Finishing {
  readonly provider: UsableProvider
  /** What the browser goes on with: what it got for the answer, or the link that was mailed. */
  readonly by: 'answer' | 'link'
  /** The hash of the secret in the address of that. */
  readonly hash: string
  readonly flowHash: string
  readonly browser: Browser
  readonly requestId: string
  /** Whether the person has said so: that the identity may join their account, and end what is open. */
  readonly mayJoin: boolean
}

export type Finished =
  | { readonly kind: 'signed-in'; readonly cookies: string[]; readonly to: string | null }
  /** The browser began no such sign-in, or another one ended it. */
  | { readonly kind: 'gone' }
  | { readonly kind: 'suspended'; readonly accountId: string }
  /** A new person, of whom the provider says no address. */
  | { readonly kind: 'no-address' }
  /** The provider has made too many accounts today, or had too many links mailed. */
  | { readonly kind: 'too-many' }
  /** A link was mailed to the address, whether it has an account or not. */
  | { readonly kind: 'mailed'; readonly email: string }
  /** The person has opened the link, and is asked; there is no account yet. */
  | { readonly kind: 'opens'; readonly email: string }
  /** The person has shown that the account is theirs, and is asked. */
  | { readonly kind: 'asks'; readonly email: string }
  /** The ways into the account were changed so often today that no mail would tell of another. */
  | { readonly kind: 'changed-enough' }
  /** The account of the address has a second factor. */
  | { readonly kind: 'needs-code'; readonly cookies: readonly string[] }
  /** The account of the address is there, and links let nobody into accounts here. */
  | { readonly kind: 'needs-sign-in' }
  /** The browser is signed in otherwise, which this ends, and the person is asked. */
  | { readonly kind: 'replaces' }

type With = Pick<Services, 'clock' | 'config' | 'log' | 'metrics'>

/** Signs the person in whom the answer names, into the organization of the provider alone. */
export async function finishSignIn(
  services: With & Pick<Services, 'db'>,
  finishing: Finishing,
): Promise<Finished> {
  const finish = async (tx: Transaction) => finishIn(tx, services, finishing)
  try {
    return await services.db.transaction(finish)
  } catch (error) {
    // A concurrent request has made the account of this address: the next attempt finds it.
    if (isUniqueViolation(error, 'account_email_pkey')) {
      return services.db.transaction(finish)
    }
    throw error
  }
}

async function finishIn(
  tx: Transaction,
  services: With,
  asked: Finishing,
): Promise<Finished> {
  // Whoever changes a provider holds it, too, before they take the requests that it has answered.
  const provider = await holdProvider(tx, services, asked.provider)
  if (provider === undefined) return { kind: 'gone' }
  const finishing = { ...asked, provider }
  const { browser } = finishing
  const answered = await lockRequest(tx, finishing)
  if (answered === undefined) return { kind: 'gone' }
  const person = await findPerson(tx, services, finishing, answered)
  if ('kind' in person) return person
  if (!finishing.mayJoin && endsAnother(finishing, person)) return { kind: 'replaces' }

  const { organizationId } = provider
  const { userId, isMember, isSuspended } = await membershipOf(tx, finishing, person)
  if (isSuspended) return { kind: 'suspended', accountId: userId }
  const linked = await linkAccount(tx, services, finishing, person)
  if ('kind' in linked) return linked
  const { accountId } = linked
  const coming = { userId: accountId, isMember, groups: answered.groups }
  await joinThroughProvider(tx, finishing, coming)
  const of = { organizationId, provider: provider.id }
  const entry = { accountId, way: 'saml', ...of } as const
  const cookies = await enter(tx, services, browser, entry)
  await tx.run(deleteRequest, { requestId: answered.id })
  return { kind: 'signed-in', cookies, to: answered.return_path }
}

/** The answered request that a browser goes on with, once at a time. */
async function lockRequest(
  tx: Transaction,
  { provider, by, hash, flowHash }: Finishing,
): Promise<Answered | undefined> {
  const own = { providerId: provider.id, flowHash }
  if (by === 'answer') return tx.first(lockAnswered, { ...own, answerHash: hash })
  const link = await tx.first(selectLink, { hash })
  return link && tx.first(lockLinked, { ...own, requestId: link.request_id })
}

/** What the person is in the organization already. */
async function membershipOf(
  tx: Transaction,
  { provider: { organizationId } }: Finishing,
  { knownId, addressedId }: Person,
) {
  const userId = knownId ?? addressedId ?? ''
  const actor =
    userId === '' ? undefined : await tx.first(selectActor, { organizationId, userId })
  const isSuspended = actor?.actor_disabled === true
  return { userId, isMember: actor !== undefined, isSuspended }
}

/** Whether the sign-in would end another one in this browser: anybody may have sent it here. */
function endsAnother({ browser, provider }: Finishing, person: Person): boolean {
  const { former } = browser
  if (former === undefined) return false
  return (
    former.userId !== (person.knownId ?? person.addressedId) ||
    former.organizationId !== provider.organizationId
  )
}
