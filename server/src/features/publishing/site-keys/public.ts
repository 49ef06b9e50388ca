export {
  type PublishingAuthRow,
  selectPublishingAuth,
  updatePublishingAuth,
  upsertPublishingKey,
} from './publishing-auth-queries.ts'
export {
  ensurePublishingAuth,
  findPublishingAuth,
  newPublishingKey,
  openPublishingKey,
  sealedPublishingKey,
} from './publishing-key.ts'
export { publishingSecrets } from './publishing-secrets.ts'
