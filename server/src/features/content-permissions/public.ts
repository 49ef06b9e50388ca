export { contentPermissionPolicy } from './permission-policy.ts'
export { giveInvited } from './give-invited.ts'
export { dropCollectionGrants, dropSpaceGrants, grantTo } from './give-grants.ts'
