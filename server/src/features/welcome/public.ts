export { type Html, html } from './html.ts'
export {
  createAccountLink,
  createInviteSecret,
  revokeInviteSecrets,
} from './welcome-links.ts'
export { addWelcomePages, answerPageFailure, sendPage } from './welcome-pages.ts'
export { page } from './welcome-view.ts'
