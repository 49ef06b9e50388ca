import { emailFrom } from './accounts.ts'
import { command, print, UsageError } from './command.ts'
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
    const { createAdmin } = await import('./create-admin.ts')
    const link = await withServices(async ({ db, config }) => {
      const path = await db.transaction(async (tx) =>
        createAdmin(tx, { email, title, existing }),
      )
      return `${config.PUBLIC_URL}${path}`
    })
    print(link)
    return 0
  },
})

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
