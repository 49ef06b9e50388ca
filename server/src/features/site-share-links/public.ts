export { findShareLinkByKey } from './find-share-link.ts'
export { isShareLinkActive } from './is-share-link-active.ts'
export { isShareKey } from './share-key.ts'
export { shareLinkSecrets } from './share-link-secrets.ts'
