export { findPreview } from './find-preview.ts'
export { ensurePublishingAuth, findPublishingAuth } from './publishing-key.ts'
export { publishingSecrets } from './publishing-secrets.ts'
