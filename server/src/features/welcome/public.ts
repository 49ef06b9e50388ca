export { html } from './html.ts'
export {
  createAccountLink,
  createInviteSecret,
  revokeInviteSecrets,
} from './welcome-links.ts'
export { addWelcomePages } from './welcome-pages.ts'
