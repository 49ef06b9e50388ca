import { newAppSecret } from '#/features/people/second-factor/app-codes.ts'
import { secondFactorSecrets } from '#/features/people/second-factor/public.ts'
import {
  hashOfRecoveryCode,
  newRecoveryCodes,
} from '#/features/people/second-factor/recovery-codes.ts'
import type { TestApi } from '#test/test-api.ts'

/** Gives an account a second factor: the secret of an app, and one recovery code. */
export async function setTestFactor(
  api: TestApi,
  accountId: string,
): Promise<{ readonly secret: string; readonly recovery: string }> {
  const secret = newAppSecret()
  const [recovery = ''] = newRecoveryCodes()
  const sealed = api.services.sealer.seal(secret, secondFactorSecrets.scopeOf(accountId))
  await api.rows(
    'insert into second_factor (account_id, sealed, used_step) values ($1, $2, 0)',
    [accountId, sealed],
  )
  await api.rows('insert into recovery_code (account_id, hash) values ($1, $2)', [
    accountId,
    hashOfRecoveryCode(recovery),
  ])
  return { secret, recovery }
}
