export { mayMail } from './ask-for-mail.ts'
export { countBeginning, countForAddress } from './attempts.ts'
export {
  createSignInLink,
  emailPath,
  methodsPath,
  type Person,
  providersPath,
  signInPath,
} from './sign-in-links.ts'
export {
  type Browser,
  createFindBrowser,
  enter,
  type FindBrowser,
  newBrowser,
} from './enter.ts'
export { flowCookie } from './own-cookies.ts'
export { formHeaders, leadOn, showPage } from './page-headers.ts'
export { askForCode, type Entered, enterOrAsk, leadOnOrAsk } from './pending-sign-ins.ts'
export { providerUrl } from './provider-links.ts'
export { proveAddress } from './prove-address.ts'
export { sendLinkMail } from './send-sign-in-mail.ts'
export { returnPathFrom } from './return-path.ts'
export { createFindSignedIn, findPerson } from './signed-in.ts'
export { addSignInPages, takeOwnForms } from './sign-in-pages.ts'
export { viewTooMany } from './sign-in-view.ts'
export { emailFrom } from './typed-email.ts'
export { maySignUp, readSignUpLink, signUpPath } from './sign-up.ts'
