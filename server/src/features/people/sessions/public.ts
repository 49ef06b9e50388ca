export { deviceFrom } from './device.ts'
export { createRenewSession, renewSessionsOfMember } from './renew-due.ts'
export {
  deleteAccountLinksOf,
  deletePendingEmailChange,
  deleteSession,
  deleteSessionsOfOrganizations,
  deleteSignInLinksOf,
} from './session-queries.ts'
export {
  endAllSessionsOfOrganization,
  endSessionsOf,
  endSessionsOfOrganization,
  renewSession,
  type SignIn,
  startSession,
} from './start-session.ts'
