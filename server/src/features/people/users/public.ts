export { createAccount } from './create-account.ts'
export { findVisibleUser } from './find-user.ts'
export { searchText } from './search-text.ts'
export { refreshSearchTexts } from './user-jobs.ts'
export {
  lockAccount,
  selectMemberships,
  selectUsersOfOrganization,
} from './user-queries.ts'
export { type UserColumns, viewUser } from './user-view.ts'
