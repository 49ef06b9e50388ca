export { newPerson, nowhere, refusal } from '#/features/members/test-members.ts'
export { narrowed } from '#/features/organizations/test-person.ts'
