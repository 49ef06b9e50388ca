export { addMember } from './add-member.ts'
export { memberPolicy } from './member-policy.ts'
export { type MemberColumns, memberColumns, viewMember } from './member-view.ts'
