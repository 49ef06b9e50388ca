/** What the keys of a provider are called among the secrets of its organization, before its id. */
export const keysNamePrefix = 'saml-provider/'
