import type { Config } from '#/platform/config/config.ts'

/**
 * Where the web app shows a space. The organization is left out, so that a link that somebody kept,
 * and what was answered for a revision, stay true after a transfer.
 */
export function spaceAppUrl(
  { APP_URL, PUBLIC_URL }: Pick<Config, 'APP_URL' | 'PUBLIC_URL'>,
  spaceId: string,
): string {
  return `${APP_URL ?? PUBLIC_URL}/s/${spaceId}`
}
