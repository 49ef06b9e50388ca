export { issueToken } from './issue-token.ts'
export {
  deleteTokensOfOrganizations,
  withdrawConfirmedTokens,
  withdrawTokensOfMember,
} from './token-queries.ts'
export { notInTheFuture, readExpiry, refuseOutliving } from './token-expiry.ts'
