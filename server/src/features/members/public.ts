export { addMember } from './add-member.ts'
export { refreshSearchTexts } from './member-jobs.ts'
export { type MemberColumns, memberColumns, viewMember } from './member-view.ts'
