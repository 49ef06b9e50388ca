import type { SiteCustomizationSettings } from '@lectern/contract/site-customization.ts'

import { fileAtUrl, fileUrl } from '#/features/writing/files/public.ts'
import type { ReaderContext } from '#/platform/http/context.ts'

/**
 * The settings with the reader's own URL in place of each URL of a file: the stored one was given
 * to whoever wrote the settings, and is not for others.
 */
export function withOwnFiles(
  context: Pick<ReaderContext, 'config' | 'signer' | 'caller'>,
  settings: SiteCustomizationSettings,
): SiteCustomizationSettings {
  const text = JSON.stringify(settings)
  if (!text.includes(context.config.FILES_URL)) return settings
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same settings with other URLs
  return JSON.parse(text, (_key, value: unknown) =>
    typeof value === 'string' ? ownUrl(context, value) : value,
  ) as SiteCustomizationSettings
}

function ownUrl(
  context: Pick<ReaderContext, 'config' | 'signer' | 'caller'>,
  url: string,
): string {
  const file = fileAtUrl(context, url)
  if (file === undefined) return url
  const { spaceId, fileId, fileEpoch } = file
  const name = decodeURIComponent(url.slice(url.lastIndexOf('/') + 1))
  return fileUrl(context, { spaceId, fileId, fileEpoch, name })
}
