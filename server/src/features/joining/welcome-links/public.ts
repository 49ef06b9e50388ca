export {
  deleteExpiredLinks,
  deleteLink,
  selectExpiredLinks,
  selectLink,
} from './welcome-link-queries.ts'
export {
  createAccountLink,
  createInviteSecret,
  revokeInviteSecrets,
  welcomePrefix,
} from './welcome-links.ts'
export { hashSecret, isSecret } from './welcome-secret.ts'
