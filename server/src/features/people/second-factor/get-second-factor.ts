import type { SecondFactor } from '@lectern/contract/second-factor.ts'

import type { Queryable } from '#/platform/database/queryable.ts'
import { operation } from '#/platform/http/operation.ts'

import { countRecoveryCodes, selectSecondFactor } from './second-factor-queries.ts'

export const getSecondFactor = operation(
  'getSecondFactor',
  async (_request, { db, caller }) => factorOf(db, caller.userId),
)

/** What the owner of an account may see of its second factor. */
export async function factorOf(db: Queryable, accountId: string): Promise<SecondFactor> {
  const [factor, codes] = await Promise.all([
    db.first(selectSecondFactor, { accountId }),
    db.first(countRecoveryCodes, { accountId }),
  ])
  return {
    object: 'second-factor',
    isSet: factor !== undefined,
    ...(factor !== undefined && { setAt: factor.set_at }),
    recoveryCodesLeft: codes?.count ?? 0,
  }
}
