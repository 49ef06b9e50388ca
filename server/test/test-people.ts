export { newPerson, nowhere, refusal } from './members/test-members.ts'
export { narrowed } from './organizations/test-person.ts'
