import { authorize, requireVersion } from '#/access/actor.ts'
import {
  updateOpenness,
  watchVisibility,
} from '#/features/writing/publications/public.ts'
import { isUniqueViolation } from '#/platform/database/database-errors.ts'
import type { Transaction } from '#/platform/database/transaction.ts'
import { change, type Context } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'
import { differing } from '#/platform/outbox/differing.ts'

import { chooseDefaults } from './choose-defaults.ts'
import { rememberSiteName } from './remember-site-name.ts'
import { basenameTaken } from './site-errors.ts'
import { siteUpdated } from './site-events.ts'
import { sitePolicy } from './site-policy.ts'
import { lockSite, resolveSite, type SiteForCaller, touchSite } from './site-resolve.ts'
import {
  changesSettings,
  settingsAfter,
  settingsOf,
  type SiteChanges,
} from './site-settings.ts'
import { viewSite } from './site-view.ts'
import { openTo } from './site-visibility.ts'
import { updateSiteSettings } from './site-write-queries.ts'

export const updateSiteById = operation(
  'updateSiteById',
  async ({ params: { organizationId, siteId }, body }, context) =>
    change(context, async (tx) => {
      const found = await lockSite(tx, context, organizationId, siteId)
      authorizeChanges(found, body)
      requireVersion(context, found.site.version, 'site')

      const of = { organizationId, siteId }
      const settings = await writeSettings(tx, context, found, body)
      const defaults = await chooseDefaults(tx, found, body)
      const changed = [...settings.changed, ...defaults.changed]
      if (changed.length === 0) {
        return viewSite({ organizationId, ...found }, context)
      }
      await touchSite(tx, of)
      const before = { ...settings.before, ...defaults.before }
      const after = { ...settings.after, ...defaults.after }
      siteUpdated(tx, context, { ...of, changed, before, after })

      const updated = await resolveSite(tx, context, organizationId, siteId)
      return viewSite({ organizationId, ...updated }, context)
    }),
)

function authorizeChanges({ actor }: SiteForCaller, body: SiteChanges): void {
  if (changesSettings(body)) {
    authorize(sitePolicy.admin(actor), 'change this site', 'the admin role')
  } else {
    const action = 'choose what this site shows first'
    authorize(sitePolicy.structure(actor), action, 'the create role')
  }
}

/** Another request may take the basename after the statement has looked for it. */
async function countUnlessTaken(
  tx: Transaction,
  settings: Parameters<typeof updateSiteSettings.bind>[0],
): Promise<number> {
  try {
    return await tx.count(updateSiteSettings, settings)
  } catch (error) {
    if (isUniqueViolation(error, 'site_by_basename')) {
      throw basenameTaken(settings.basename)
    }
    throw error
  }
}

async function writeSettings(
  tx: Transaction,
  context: Context,
  { actor: { organizationId }, site }: SiteForCaller,
  body: SiteChanges,
) {
  const of = { organizationId, siteId: site.id }
  const before = settingsOf(site)
  const after = settingsAfter(before, body)
  const difference = differing(before, after)
  if (difference.changed.length === 0) return difference
  await openTo(tx, context, of, after)
  const written = await watchVisibility(tx, of, async () => {
    const rows = await countUnlessTaken(tx, { ...of, ...after })
    const isOpened = site.published && after.visibility !== before.visibility
    if (isOpened) await tx.run(updateOpenness, of)
    return rows
  })
  if (written === 0) throw basenameTaken(after.basename)
  if (after.basename !== before.basename) {
    await rememberSiteName(tx, { ...of, basename: before.basename })
  }
  return difference
}
