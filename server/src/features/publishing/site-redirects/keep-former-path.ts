import type { OfSite } from '#/features/writing/publications/public.ts'
import type { Transaction } from '#/platform/database/transaction.ts'

import { deleteFormerPathsTo, upsertFormerPath } from './former-path-queries.ts'

interface RenamedSection extends OfSite {
  readonly siteSectionId: string
  readonly path: string
}

interface RenamedSiteSpace extends OfSite {
  readonly siteSpaceId: string
  /** The section that the site-space was in; null on a site without sections. */
  readonly siteSectionId: string | null
  readonly path: string
}

/** Stores the path that a section loses: URLs below it are redirected from now on. */
export async function keepFormerSectionPath(
  tx: Transaction,
  { organizationId, siteId, siteSectionId, path }: RenamedSection,
): Promise<void> {
  const target = {
    kind: 'section',
    sectionId: '',
    path,
    targetId: siteSectionId,
  } as const
  await tx.run(upsertFormerPath, { organizationId, siteId, ...target })
}

/** Stores the path that a site-space loses by a new path, or by a move to another section. */
export async function keepFormerSiteSpacePath(
  tx: Transaction,
  { organizationId, siteId, siteSpaceId, siteSectionId, path }: RenamedSiteSpace,
): Promise<void> {
  const sectionId = siteSectionId ?? ''
  const target = { kind: 'site-space', sectionId, path, targetId: siteSpaceId } as const
  await tx.run(upsertFormerPath, { organizationId, siteId, ...target })
}

/** Deletes the former paths of sections and site-spaces that are removed. */
export async function forgetFormerPaths(
  tx: Transaction,
  { organizationId, siteId }: OfSite,
  targetIds: readonly string[],
): Promise<void> {
  if (targetIds.length === 0) return
  await tx.run(deleteFormerPathsTo, { organizationId, siteId, targetIds })
}
