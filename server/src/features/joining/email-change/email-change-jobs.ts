import { sendLinkMail, signInPath } from '#/features/joining/sign-in/public.ts'
import { findAccountOf } from '#/features/people/sign-in-methods/public.ts'
import { job } from '#/platform/jobs/job.ts'
import { sweepRows } from '#/platform/jobs/sweep.ts'
import type { MailMessage } from '#/platform/mail/message.ts'
import type { Services } from '#/platform/services.ts'

import { emailLinkPath, type LinkedChange } from './change-link.ts'
import {
  formerLinkMail,
  formerNoticeMail,
  newLinkMail,
  newNoticeMail,
  takenMail,
} from './email-change-mails.ts'
import {
  deleteOldChanges,
  selectAddresses,
  selectChange,
  selectOldChanges,
} from './email-change-queries.ts'

type ToMail = Omit<LinkedChange, 'side'> & { readonly side: 'former' | 'new' }

/** Mails the link that one of the two addresses is confirmed with. */
export const sendEmailLink = job<ToMail>(
  'email-change.send-link',
  { retriesMax: 3 },
  async (linked, services) => {
    const { accountId, changeId, side } = linked
    const row = await services.db.first(selectChange, { accountId, changeId })
    if (row === undefined) return // it was withdrawn, or it is too late
    const { former_email: formerEmail, new_email: newEmail } = row
    const message =
      side === 'former'
        ? formerLinkMail(formerEmail, {
            url: urlOf(services, linked),
            withdrawUrl: urlOf(services, { ...linked, side: 'withdraw' }),
            newEmail,
          })
        : await mailToNew(services, linked, newEmail)
    await sendLinkMail(services, message, { accountId, changeId, side })
  },
)

/** An address that has an account gets no link, but is told: its owner alone reads it. */
async function mailToNew(
  services: Services,
  linked: LinkedChange,
  newEmail: string,
): Promise<MailMessage> {
  const ownerId = await findAccountOf(services.db, newEmail)
  return ownerId === undefined
    ? newLinkMail(newEmail, { url: urlOf(services, linked) })
    : takenMail(newEmail, services.config.PUBLIC_URL)
}

/** Tells one of the two addresses that the change is done. */
export const sendEmailNotice = job<ToMail>(
  'email-change.send-notice',
  {},
  async ({ accountId, changeId, side }, services) => {
    const row = await services.db.first(selectAddresses, { accountId, changeId })
    if (row === undefined || row.done_at === null) return // the account is gone
    const { former_email: formerEmail, new_email: newEmail } = row
    const url = `${services.config.PUBLIC_URL}${signInPath}`
    const message =
      side === 'former'
        ? formerNoticeMail(formerEmail, { url, newEmail })
        : newNoticeMail(newEmail, { url })
    await sendLinkMail(services, message, { accountId, changeId, side })
  },
)

/** Deletes changes that are over, with the addresses that they name. */
export const sweepEmailChanges = job(
  'email-change.sweep',
  { schedule: '57 * * * *' },
  async (_payload, { db }) =>
    sweepRows(db, {
      select: selectOldChanges,
      given: {},
      remove: async (tx, rows) =>
        tx.run(deleteOldChanges, { ids: rows.map(({ id }) => id) }),
    }),
)

function urlOf(
  { config, signer }: Pick<Services, 'config' | 'signer'>,
  linked: LinkedChange,
): string {
  return `${config.PUBLIC_URL}${emailLinkPath(signer, linked)}`
}
