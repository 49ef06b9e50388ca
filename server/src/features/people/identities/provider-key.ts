const saml = 'saml:'

/** What identities name a provider of an organization by. */
export function samlProviderKey(samlProviderId: string): string {
  return `${saml}${samlProviderId}`
}

/** The id of a provider of an organization; undefined for one of another kind. */
export function samlProviderIdIn(key: string): string | undefined {
  return key.startsWith(saml) ? key.slice(saml.length) : undefined
}
