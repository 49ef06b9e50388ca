import { createInviteSecret } from '#/features/joining/welcome-links/public.ts'
import { job } from '#/platform/jobs/job.ts'
import { MailRefused } from '#/platform/mail/mail-errors.ts'

import { inviteMail } from './invite-mail.ts'
import { lockMailInvite } from './mail-invite.ts'

/**
 * Mails an invite. Each attempt mails a new secret and revokes those before it: no plain secret is
 * ever stored.
 */
export const sendInviteMail = job<{ organizationId: string; inviteId: string }>(
  'invites.send-mail',
  {},
  async (invitation, { db, mail, log, config, metrics }) => {
    const prepared = await db.transaction(async (tx) => {
      const invite = await lockMailInvite(tx, invitation)
      return invite && { invite, welcome: await createInviteSecret(tx, invite) }
    })
    if (prepared === undefined) return // the invite was accepted or has expired
    const { invite, welcome } = prepared
    try {
      await mail.send(inviteMail(invite, `${config.PUBLIC_URL}${welcome.path}`))
      metrics.mail('invite', 'sent')
    } catch (error) {
      const why = reasons(error).replaceAll(welcome.secret, '…')
      if (!(error instanceof MailRefused)) {
        // No cause: mail servers quote what they refuse, and logs must not keep a working link.
        // oxlint-disable-next-line preserve-caught-error -- as above
        throw new Error(`The invite could not be mailed: ${why}`)
      }
      metrics.mail('invite', 'refused')
      log.warn({ ...invitation, why }, 'invite mail was refused')
    }
  },
)

function reasons(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause === undefined
    ? error.message
    : `${error.message}: ${reasons(error.cause)}`
}
