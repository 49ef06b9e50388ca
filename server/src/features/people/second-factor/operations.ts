import { getSecondFactor } from './get-second-factor.ts'
import { offerSecondFactor } from './offer-second-factor.ts'
import { removeSecondFactor } from './remove-second-factor.ts'
import { replaceRecoveryCodes } from './replace-recovery-codes.ts'
import { setSecondFactor } from './set-second-factor.ts'

export const secondFactorOperations = [
  getSecondFactor,
  offerSecondFactor,
  setSecondFactor,
  removeSecondFactor,
  replaceRecoveryCodes,
]
