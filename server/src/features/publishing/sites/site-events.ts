import type { OfSite } from '#/features/writing/publications/public.ts'
import type { Transaction } from '#/platform/database/transaction.ts'
import type { Context } from '#/platform/http/context.ts'
import { noteChange } from '#/platform/outbox/change-notes.ts'
import { audit, emit } from '#/platform/outbox/outbox.ts'

interface NewSite extends OfSite {
  readonly title: string
  readonly spaces: readonly string[]
}

export function siteCreated(
  tx: Transaction,
  context: Context,
  { title, spaces, ...of }: NewSite,
) {
  siteHappened(tx, context, { of, type: 'site_created', details: { title, spaces } })
}

interface Update extends OfSite {
  readonly changed: readonly string[]
  /** The changed settings only. */
  readonly before: object
  readonly after: object
}

/** Values go to the audit log alone: whoever receives events reads the site itself. */
export function siteUpdated(
  tx: Transaction,
  context: Context,
  { changed, before, after, ...of }: Update,
) {
  const details = { before, after }
  siteHappened(tx, context, { of, type: 'site_updated', payload: { changed }, details })
}

export function sitePublished(tx: Transaction, context: Context, of: OfSite) {
  siteHappened(tx, context, { of, type: 'site_published', details: {} })
}

export function siteUnpublished(tx: Transaction, context: Context, of: OfSite) {
  siteHappened(tx, context, { of, type: 'site_unpublished', details: {} })
}

export function siteDeleted(
  tx: Transaction,
  context: Context,
  { title, ...of }: OfSite & { title: string },
) {
  siteHappened(tx, context, { of, type: 'site_deleted', details: { title } })
}

interface Happening {
  readonly of: OfSite
  readonly type: string
  readonly details: object
  /** What the event says, where that is not what the audit log says. */
  readonly payload?: object
}

/** One event for machines and one row of the audit log for people. */
export function siteHappened(
  tx: Transaction,
  context: Pick<Context, 'caller' | 'requestId'>,
  { of, type, details, payload = details }: Happening,
): void {
  const { organizationId, siteId } = of
  noteChange(tx, { organizationId, subject: `site:${siteId}` })
  emit(tx, {
    organizationId,
    type,
    subject: `site:${siteId}`,
    payload: { siteId, ...payload },
  })
  audit(tx, {
    organizationId,
    action: type,
    actorId: context.caller.userId,
    targetKind: 'site',
    targetId: siteId,
    requestId: context.requestId,
    details,
  })
}
