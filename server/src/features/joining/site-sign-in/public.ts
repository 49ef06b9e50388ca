export { addSiteSignIn } from './site-sign-in-pages.ts'
