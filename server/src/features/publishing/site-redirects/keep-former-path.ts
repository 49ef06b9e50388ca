import type { OfSite } from '#/features/writing/publications/public.ts'
import type { Transaction } from '#/platform/database/transaction.ts'

import { deleteFormerPathsTo, upsertFormerPath } from './former-path-queries.ts'

interface RenamedSection extends OfSite {
  readonly siteSectionId: string
  readonly path: string
}

interface RenamedSiteSpace extends OfSite {
  readonly siteSpaceId: string
  /** The section it was in; null on a site without. */
  readonly siteSectionId: string | null
  readonly path: string
}

/** For a section that gets another path: what was below the old one is redirected from now on. */
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

/** The same for a site-space that gets another path, or goes to another section. */
export async function keepFormerSiteSpacePath(
  tx: Transaction,
  { organizationId, siteId, siteSpaceId, siteSectionId, path }: RenamedSiteSpace,
): Promise<void> {
  const sectionId = siteSectionId ?? ''
  const target = { kind: 'site-space', sectionId, path, targetId: siteSpaceId } as const
  await tx.run(upsertFormerPath, { organizationId, siteId, ...target })
}

/** For sections and site-spaces that go away: what led to them before leads nowhere. */
export async function forgetFormerPaths(
  tx: Transaction,
  { organizationId, siteId }: OfSite,
  targetIds: readonly string[],
): Promise<void> {
  if (targetIds.length === 0) return
  await tx.run(deleteFormerPathsTo, { organizationId, siteId, targetIds })
}
