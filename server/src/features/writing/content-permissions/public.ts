export { contentPermissionPolicy } from './permission-policy.ts'
export { giveInvited } from './give-invited.ts'
export { lockMembers, lockTeams } from './grant-queries.ts'
export { requireHolders } from './require-holders.ts'
