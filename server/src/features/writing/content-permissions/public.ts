export { contentPermissionPolicy } from './permission-policy.ts'
export { giveInvited } from './give-invited.ts'
