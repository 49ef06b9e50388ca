export { addMember } from './add-member.ts'
export { type MemberColumns, memberColumns, viewMember } from './member-view.ts'
