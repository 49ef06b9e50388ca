import { foundOrganization } from '#/features/organizations/public.ts'
import { createAccount } from '#/features/users/public.ts'
import { createAccountLink } from '#/features/welcome/public.ts'
import type { Transaction } from '#/platform/database/transaction.ts'

import { displayNameOf, emailFrom, findAccount } from './accounts.ts'
import { command, print, Refusal, UsageError } from './command.ts'
import { withServices } from './with-services.ts'

const titleCharactersMin = 2
const titleCharactersMax = 255

export const adminCreateCommand = command({
  about: [
    'Makes an account and an organization with it as the only admin, and prints the link where',
    'its owner takes the account over. The link works once, within 7 days: send it to nobody else.',
  ],
  options: {
    email: { description: 'The address of the admin', value: 'ADDRESS', required: true },
    organization: {
      description: 'The title of the organization',
      value: 'TITLE',
      required: true,
    },
    existing: { description: 'Use the account that the address already has' },
  },
  async run({ email: address, organization, existing }) {
    const email = emailFrom(address)
    const title = titleFrom(organization)
    const link = await withServices(async ({ db, config }) => {
      const path = await db.transaction(async (tx) => {
        const accountId = await accountFor(tx, email, existing)
        await foundOrganization(tx, { title, createdBy: accountId })
        return createAccountLink(tx, { accountId, email })
      })
      return `${config.PUBLIC_URL}${path}`
    })
    print(link)
    return 0
  },
})

async function accountFor(
  tx: Transaction,
  email: string,
  existing: boolean,
): Promise<string> {
  const accountId = await findAccount(tx, email)
  if (accountId === undefined) {
    return createAccount(tx, {
      displayName: displayNameOf(email),
      email,
      isVerified: false,
    })
  }
  if (existing) return accountId
  throw new Refusal(
    `${email} already has an account. Add --existing to make it the admin of the new organization, or use "lectern-server token create" to get it a token.`,
  )
}

function titleFrom(text: string): string {
  const title = text.trim()
  const { length } = Array.from(title)
  if (length < titleCharactersMin || length > titleCharactersMax) {
    throw new UsageError(
      `--organization must have ${titleCharactersMin} to ${titleCharactersMax} characters`,
    )
  }
  return title
}
