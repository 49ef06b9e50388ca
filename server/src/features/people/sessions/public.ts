export { deviceFrom } from './device.ts'
export {
  deleteAccountLinksOf,
  deletePendingEmailChange,
  deleteSessionByHash,
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
