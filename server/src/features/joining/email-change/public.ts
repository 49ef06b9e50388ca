export { addEmailChangePages } from './email-change-pages.ts'
