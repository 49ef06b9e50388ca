import type { EmailChange } from '@lectern/contract/email-change.ts'

import type { Queryable } from '#/platform/database/queryable.ts'

import { selectPendingChange } from './email-change-queries.ts'
import { maskedAddress } from './masked-address.ts'

/** What the owner of an account may see of a change of its address. */
export async function emailChangeOf(
  db: Queryable,
  accountId: string,
): Promise<EmailChange> {
  const row = await db.first(selectPendingChange, { accountId })
  if (row === undefined) return { object: 'email-change', isPending: false }
  return {
    object: 'email-change',
    isPending: true,
    formerEmail: maskedAddress(row.former_email),
    newEmail: maskedAddress(row.new_email),
    isFormerConfirmed: row.former_confirmed_at !== null,
    isNewConfirmed: row.new_confirmed_at !== null,
    expiresAt: row.expires_at,
  }
}
