import type { OfSite } from '#/features/writing/publications/public.ts'
import type { Transaction } from '#/platform/database/transaction.ts'
import type { Context } from '#/platform/http/context.ts'
import { noteChange } from '#/platform/outbox/change-notes.ts'
import { type By, type RecordedChange, recorder } from '#/platform/outbox/recorder.ts'

interface NewSite extends OfSite {
  readonly title: string
  readonly spaces: readonly string[]
}

export function siteCreated(
  tx: Transaction,
  context: Context,
  { title, spaces, ...of }: NewSite,
) {
  recordSiteChange(tx, context, of, { type: 'site_created', details: { title, spaces } })
}

interface Update extends OfSite {
  readonly changed: readonly string[]
  /** The former values of the changed settings; `after` holds the new ones. */
  readonly before: object
  readonly after: object
}

/**
 * Records changed settings. Only the audit log gets the values: receivers of events read the site.
 */
export function siteUpdated(
  tx: Transaction,
  context: Context,
  { changed, before, after, ...of }: Update,
) {
  const details = { before, after }
  recordSiteChange(tx, context, of, {
    type: 'site_updated',
    payload: { changed },
    details,
  })
}

export function sitePublished(tx: Transaction, context: Context, of: OfSite) {
  recordSiteChange(tx, context, of, { type: 'site_published', details: {} })
}

export function siteUnpublished(tx: Transaction, context: Context, of: OfSite) {
  recordSiteChange(tx, context, of, { type: 'site_unpublished', details: {} })
}

export function siteDeleted(
  tx: Transaction,
  context: Context,
  { title, ...of }: OfSite & { title: string },
) {
  recordSiteChange(tx, context, of, { type: 'site_deleted', details: { title } })
}

const record = recorder('site', 'siteId')

/** Records an event of a site and notifies renderers, whose cached copy is now stale. */
export function recordSiteChange(
  tx: Transaction,
  by: By,
  { organizationId, siteId }: OfSite,
  // oxlint-disable-next-line max-params -- a transaction, who did it, to which site, and what it was
  change: RecordedChange,
): void {
  noteChange(tx, { organizationId, subject: `site:${siteId}` })
  record(tx, by, { organizationId, siteId }, change)
}

/** Records an event of a part of a site, with its id and settings as details. */
export function recordSitePartChange(
  tx: Transaction,
  by: By,
  type: string,
  // oxlint-disable-next-line max-params -- a transaction, who did it, what it was, and to what
  { organizationId, siteId, ...details }: OfSite,
): void {
  recordSiteChange(tx, by, { organizationId, siteId }, { type, details })
}
