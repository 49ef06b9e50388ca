import type { Request } from '#/platform/http/operation.ts'

import { chosenBasename } from './site-names.ts'
import type { SiteRow } from './site-queries.ts'

export type SiteChanges = Request<'updateSiteById'>['body']

/** The settings that an admin can change, as they are stored. */
export interface SiteSettings {
  readonly title: string
  readonly visibility: string
  readonly basename: string
  readonly adaptiveContent: boolean | null
  readonly agentsContext: string
  readonly proxy: string | null
}

export function settingsOf(row: SiteRow): SiteSettings {
  return {
    title: row.title,
    visibility: row.visibility,
    basename: row.basename,
    adaptiveContent: row.adaptive_content_enabled,
    agentsContext: row.agents_context,
    proxy: row.proxy_origin,
  }
}

export function settingsAfter(before: SiteSettings, changes: SiteChanges): SiteSettings {
  return {
    title: changes.title ?? before.title,
    visibility: changes.visibility ?? before.visibility,
    basename:
      changes.basename === undefined ? before.basename : chosenBasename(changes.basename),
    adaptiveContent: changes.adaptiveContent?.enabled ?? before.adaptiveContent,
    agentsContext: changes.agentsContext ?? before.agentsContext,
    proxy: changes.proxy === undefined ? before.proxy : changes.proxy,
  }
}

/** Whether a request changes anything but the defaults, which need a lower role. */
export function changesSettings({
  defaultSiteSpace: _space,
  defaultSiteSection: _section,
  ...settings
}: SiteChanges): boolean {
  return Object.values(settings).some((value) => value !== undefined)
}
