export { addPasskey, changePassword, removeMethod } from './change-methods.ts'
export { accountOfIdentity, addFirstIdentity, addIdentity } from './identities.ts'
export { type Identity, identityProviderOf, vouchesFor } from './identity-providers.ts'
export { type Changing, settleChange } from './settle-change.ts'
export { methodsOf, waysInto } from './methods.ts'
export { normalPassword, type PasswordFault, passwordFaultOf } from './password-rules.ts'
export {
  addressOf,
  tellOfChange,
  tellOfGuesses,
  tellOfRecoveryCode,
} from './tell-owner.ts'
export { findAccountOf, isStillRight, verifyPassword } from './verify-password.ts'
