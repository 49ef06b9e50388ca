export { addMember } from './add-member.ts'
export { holdMembersToSso } from './hold-to-sso.ts'
export { dropMember } from './drop-member.ts'
export { memberJoined } from './member-events.ts'
export { memberPolicy } from './member-policy.ts'
export { lockMemberships } from './member-queries.ts'
export {
  type MemberColumns,
  memberColumnList,
  memberColumns,
  viewMember,
} from './member-view.ts'
export { requireOtherAdmin } from './member-resolve.ts'
export { suspendMember } from './suspend-member.ts'
