export { createAccount } from './create-account.ts'
export { findVisibleUser } from './find-user.ts'
export { lockAccount, selectUsersOfOrganization } from './user-queries.ts'
export { type UserColumns, viewUser } from './user-view.ts'
