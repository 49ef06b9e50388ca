export { addSamlPages } from './saml-pages.ts'
