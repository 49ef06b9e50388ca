import type { KnownVisitor } from '#/content-store/sight/public.ts'
import { readCustomizations } from '#/features/publishing/site-customization/public.ts'
import {
  fileAtUrl,
  type SiteAt,
  type SitesOfFiles,
} from '#/features/writing/files/public.ts'
import type { Services } from '#/platform/services.ts'

import { conditionsFor, holdsForAll, visiblePart } from './audience.ts'
import { withLinksThatHold } from './published-view.ts'
import { siteModel } from './site-model.ts'

type Looking = Pick<Services, 'config' | 'signer' | 'db' | 'texts'>

/** What downloads of files ask about sites. */
export function sitesOfFiles(services: Looking): SitesOfFiles {
  return {
    holdsForAll,
    isInSettings: async (site, visitor, { spaceId, fileId }) =>
      (await filesInSettings(services, site, visitor)).includes(`${spaceId}/${fileId}`),
  }
}

/** The files whose URLs are in the settings that a visitor of the site is shown. */
async function filesInSettings(
  services: Looking,
  { epoch, ...of }: SiteAt,
  { claims, audience }: KnownVisitor,
): Promise<readonly string[]> {
  const { db, texts } = services
  const key = `site files ${of.organizationId} ${of.siteId} ${epoch} ${audience}`
  const known = texts.get(key)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- kept under this key below
  if (known !== undefined) return JSON.parse(known) as string[]
  const model = await siteModel(services, of, epoch)
  if (model === undefined) return []
  const { siteSpaceIds } = visiblePart(model.tree, claims)
  const { site, siteSpaces } = await readCustomizations(db, services, of)
  const holds = conditionsFor(claims)
  const shown = [site, ...[...siteSpaceIds].flatMap((id) => siteSpaces.get(id) ?? [])]
  const files = new Set<string>()
  JSON.stringify(
    shown.map((settings) => withLinksThatHold(settings, holds)),
    (_key, value: unknown) => {
      const file = typeof value === 'string' ? fileAtUrl(services, value) : undefined
      if (file !== undefined) files.add(`${file.spaceId}/${file.fileId}`)
      return value
    },
  )
  texts.set(key, JSON.stringify([...files]))
  return [...files]
}
