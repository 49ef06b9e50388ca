import { type OfSite, siteUrls } from '#/features/writing/publications/public.ts'
import type { Config } from '#/platform/config/config.ts'

export function groupUrl(
  config: Config,
  { organizationId, siteId }: OfSite,
  groupId: string,
): string {
  return `${siteUrls.location(config, organizationId, siteId)}/section-groups/${groupId}`
}
