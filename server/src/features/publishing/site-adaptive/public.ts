export { emptyAdaptiveSchema } from './adaptive-schema.ts'
export { claimsFit, claimsProblem, fittingUnsignedClaims } from './claims-fit.ts'
export { findAdaptiveSchema } from './find-adaptive-schema.ts'
export { findKnownClaims } from './find-known-claims.ts'
