export {
  deletePasskey,
  insertPasskey,
  type PasskeyRow,
  selectPasskeys,
} from './passkey-queries.ts'
export {
  type NewPasskey,
  optionsToAdd,
  optionsToUse,
  verifyAdded,
  verifyUsed,
} from './passkeys.ts'
