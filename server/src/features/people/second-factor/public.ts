export {
  type Offer,
  offerFactor,
  removeFactor,
  reopenOffer,
  replaceCodes,
  setFactor,
} from './change-second-factor.ts'
export { factorOf } from './get-second-factor.ts'
export { secondFactorSecrets } from './second-factor-secrets.ts'
export { hasSecondFactor, takeCode } from './take-code.ts'
