import type { Config } from '#/platform/config/config.ts'

export const samlPath = '/sso/saml'

export interface ServiceUrls {
  /** Where the identity provider sends people. */
  readonly acsURL: string
  /** Where people begin. */
  readonly startURL: string
  /** What the provider knows this server by. */
  readonly entityID: string
}

export function serviceUrls(
  { PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>,
  samlProviderId: string,
): ServiceUrls {
  const entityID = `${PUBLIC_URL}${samlPath}/${samlProviderId}`
  return { acsURL: `${entityID}/acs`, startURL: `${entityID}/start`, entityID }
}
