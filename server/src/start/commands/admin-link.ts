import { accountOf, emailFrom } from './accounts.ts'
import { command, print } from './command.ts'
import { withServices } from './with-services.ts'

export const adminLinkCommand = command({
  about: [
    'Prints a link that signs somebody in with a browser. It works once, within 15 minutes:',
    'whoever opens it acts as the account, so send it to nobody else.',
  ],
  options: {},
  argument: { name: 'ADDRESS', description: 'An address of the account' },
  async run(_given, address) {
    const email = emailFrom(address)
    const { createSignInLink } = await import('#/features/joining/sign-in/public.ts')
    const link = await withServices(async ({ db, config }) => {
      const path = await db.transaction(async (tx) =>
        createSignInLink(tx, { accountId: await accountOf(tx, email) }),
      )
      return `${config.PUBLIC_URL}${path}`
    })
    print(link)
    return 0
  },
})
