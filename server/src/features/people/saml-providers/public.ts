export {
  findProviderService,
  findUsableProvider,
  holdProvider,
  isTrustedAlike,
  listActiveProviders,
  openingKeys,
  type ProviderService,
  type UsableProvider,
} from './find-usable-provider.ts'
export { selectProviderNames, selectTitle } from './saml-provider-queries.ts'
export { isLedThrough } from './led-through.ts'
export { samlPath } from './service-urls.ts'
