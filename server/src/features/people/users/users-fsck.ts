import { sql } from 'kysely'

import { type GlobalCheck, referenceCheck } from '#/platform/integrity/integrity-check.ts'

const reachable = referenceCheck(
  'account-without-address',
  sql`
    select a.id, 'an address' as expected,
      case when exists (select from account_email e where e.account_id = a.id)
        then 'an address' end as found
    from account a`,
)

const primary = referenceCheck(
  'account-email',
  sql`
    select a.id, a.email as expected, e.email as found
    from account a
    left join account_email e on e.account_id = a.id and e.email = a.email
    where exists (select from account_email other where other.account_id = a.id)`,
)

const owned = referenceCheck(
  'address-account',
  sql`
    select e.email as id, e.account_id as expected, a.id as found
    from account_email e left join account a on a.id = e.account_id`,
)

const identified = referenceCheck(
  'identity-account',
  sql`
    select i.provider || ' ' || i.subject as id, i.account_id as expected, a.id as found
    from account_identity i left join account a on a.id = i.account_id`,
)

export const accountChecks: readonly GlobalCheck[] = [
  reachable,
  primary,
  owned,
  identified,
]
