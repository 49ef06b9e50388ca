export { openAccount } from './open-account.ts'
export { addSignUpPages } from './sign-up-pages.ts'
