import { sql } from 'kysely'

import { sqlBuilder, statement } from '#/platform/database/statement.ts'
import type { Transaction } from '#/platform/database/transaction.ts'
import { written } from '#/platform/database/written.ts'

import { accountOf, emailFrom } from './accounts.ts'
import { command, print, Refusal, UsageError, wholeNumber } from './command.ts'
import { withServices } from './with-services.ts'

const labelCharactersMax = 50
const daysMax = 3_650

const selectMembership = statement(
  'command.membership',
  (p: { accountId: string; organizationId: string }) =>
    sqlBuilder
      .selectFrom('account_membership')
      .select('organization_id')
      .where('account_id', '=', p.accountId)
      .where('organization_id', '=', p.organizationId),
)

// The time in some days by the clock of the database, which also decides on expiry.
const selectTimeIn = statement<{ days: number }, { time: string }>(
  'command.time-in',
  ({ days }) => sql`select now() + make_interval(days => ${days}::integer) as time`,
)

export const tokenCreateCommand = command({
  about: [
    'Makes an API token and prints it, alone on a line. It is shown only this once.',
  ],
  options: {
    email: { description: 'An address of the account', value: 'ADDRESS', required: true },
    label: {
      description: `What the token is for, up to ${labelCharactersMax} characters`,
      value: 'TEXT',
    },
    'read-only': { description: 'It can read but change nothing' },
    organization: { description: 'It works in this organization only', value: 'ID' },
    days: { description: 'It expires after so many days; without it, never', value: 'N' },
  },
  async run({ email: address, label = 'Command line', organization, days, ...given }) {
    const email = emailFrom(address)
    if (label.length === 0 || label.length > labelCharactersMax) {
      throw new UsageError(`--label must have 1 to ${labelCharactersMax} characters`)
    }
    const daysValid =
      days === undefined ? undefined : wholeNumber('days', days, 1, daysMax)
    const { issueToken } = await import('#/features/people/api-tokens/public.ts')
    const token = await withServices(async ({ db }) =>
      db.transaction(async (tx) => {
        const accountId = await accountOf(tx, email)
        if (organization !== undefined) await requireMember(tx, accountId, organization)
        const { secret } = await issueToken(tx, {
          accountId,
          label,
          scopes: given['read-only'] ? ['read'] : ['read', 'write'],
          organizationId: organization,
          expiresAt: await timeIn(tx, daysValid),
        })
        return secret
      }),
    )
    print(token)
    return 0
  },
})

async function requireMember(
  tx: Transaction,
  accountId: string,
  organizationId: string,
): Promise<void> {
  const membership = await tx.first(selectMembership, { accountId, organizationId })
  if (membership !== undefined) return
  throw new Refusal(
    `The account is no member of organization "${organizationId}". Check the id; it ends the path of the organization's URL.`,
  )
}

async function timeIn(
  tx: Transaction,
  days: number | undefined,
): Promise<string | undefined> {
  if (days === undefined) return undefined
  return written(await tx.first(selectTimeIn, { days })).time
}
