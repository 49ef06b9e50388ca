import type { Config } from '#/platform/config/config.ts'

/**
 * The address of a space in the web app. The organization is left out, so that saved links, and
 * answers cached for a revision, stay true after a transfer.
 */
export function spaceAppUrl(
  { APP_URL, PUBLIC_URL }: Pick<Config, 'APP_URL' | 'PUBLIC_URL'>,
  spaceId: string,
): string {
  return `${APP_URL ?? PUBLIC_URL}/s/${spaceId}`
}
