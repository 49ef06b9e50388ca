import { sendLinkMail } from '#/features/joining/sign-in/public.ts'
import { hashSecret, newSecret } from '#/features/joining/welcome-links/public.ts'
import { samlPath } from '#/features/people/saml-providers/public.ts'
import { job } from '#/platform/jobs/job.ts'

import { samlLinkMail } from './saml-link-mail.ts'
import { insertLink, selectMailed } from './saml-sign-in-queries.ts'

/** Mails the link that a sign-in goes on with. Each attempt makes another one: no plain secret is ever stored. */
export const sendSamlLink = job<{ requestId: string }>(
  'saml-sign-in.send-link',
  { retriesMax: 3 },
  async ({ requestId }, services) => {
    const { db, config } = services
    const secret = newSecret()
    const asked = await db.transaction(async (tx) => {
      const row = await tx.first(selectMailed, { requestId })
      if (row === undefined) return undefined
      const { expires_at: expiresAt } = row
      await tx.run(insertLink, { hash: hashSecret(secret), requestId, expiresAt })
      return row
    })
    if (asked?.email === undefined || asked.email === null) return // it is over
    const url = `${config.PUBLIC_URL}${samlPath}/${asked.provider_id}/link/${secret}`
    await sendLinkMail(services, samlLinkMail(asked.email, url), { requestId })
  },
)
