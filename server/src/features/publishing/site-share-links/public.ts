export { isShareLinkActive } from './is-share-link-active.ts'
export { shareLinkSecrets } from './share-link-secrets.ts'
