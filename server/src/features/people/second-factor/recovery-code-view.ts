import type { RecoveryCodes } from '@lectern/contract/second-factor.ts'

export function viewRecoveryCodes(codes: readonly string[]): RecoveryCodes {
  return { object: 'recovery-codes', codes: [...codes] }
}
