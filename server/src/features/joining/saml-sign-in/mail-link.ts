import { type Browser, mayMail } from '#/features/joining/sign-in/public.ts'
import type { UsableProvider } from '#/features/people/saml-providers/public.ts'
import type { Transaction } from '#/platform/database/transaction.ts'
import { enqueue } from '#/platform/jobs/job.ts'
import { countMails } from '#/platform/mail/mail-counts.ts'
import type { Services } from '#/platform/services.ts'

import type { Finished } from './finish-sign-in.ts'
import { type Answered, updateMailed } from './saml-sign-in-queries.ts'
import { sendSamlLink } from './send-saml-link.ts'

const minutes = 15

interface Named {
  readonly provider: UsableProvider
  readonly browser: Browser
  readonly answered: Answered
  readonly email: string
}

/**
 * Has a link mailed to the address that a provider says, once for each sign-in: what happens here is
 * the same for any address.
 */
export async function mailLink(
  tx: Transaction,
  services: Pick<Services, 'config' | 'log' | 'metrics'>,
  { provider: { organizationId }, browser, answered, email }: Named,
): Promise<Finished> {
  const mailed = { kind: 'mailed', email } as const
  if (answered.mailed_at !== null) return mailed
  const isCounted = await countMails(tx, {
    subject: `sso-links-of:${organizationId}`,
    mails: 1,
    mailsMax: services.config.SSO_LIMIT_ORGANIZATION,
  })
  if (!isCounted) return { kind: 'too-many' }
  const requestId = answered.id
  await tx.run(updateMailed, { requestId, minutes })
  const { address, device } = browser
  // Any address may be named here: one mailbox has no more of them by its tags.
  const deviceHash = device.hash
  const counted = { email, address, origin: browser, deviceHash }
  if (await mayMail(tx, services, counted)) {
    enqueue(tx, sendSamlLink, { requestId })
  }
  return mailed
}
