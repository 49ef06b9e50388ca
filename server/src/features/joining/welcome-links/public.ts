export {
  deleteExpiredLinks,
  deleteLink,
  selectExpiredLinks,
  selectInvitation,
  selectLink,
} from './welcome-link-queries.ts'
export {
  closeLinksTo,
  createAccountLink,
  createInviteSecret,
  revokeInviteSecrets,
  welcomePrefix,
} from './welcome-links.ts'
export { hashSecret, isSecret, newSecret } from './welcome-secret.ts'
