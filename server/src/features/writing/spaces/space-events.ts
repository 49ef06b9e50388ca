import type { Moved } from '#/content-store/nodes/public.ts'
import type { Transaction } from '#/platform/database/transaction.ts'
import type { Context } from '#/platform/http/context.ts'
import { emit } from '#/platform/outbox/outbox.ts'
import { recorder } from '#/platform/outbox/recorder.ts'

export type OfSpace = Readonly<{ organizationId: string; spaceId: string }>

const record = recorder('space', 'spaceId')

export function spaceCreated(
  tx: Transaction,
  context: Context,
  { title, parent, ...of }: OfSpace & { title: string; parent: string | null },
) {
  record(tx, context, of, { type: 'space_created', details: { title, parent } })
}

interface Update extends OfSpace {
  readonly changed: readonly string[]
  /** The changed settings only. */
  readonly before: object
  readonly after: object
}

/**
 * Records a change of settings. The values go to the audit log alone: a receiver of the event reads
 * the space itself.
 */
export function spaceUpdated(
  tx: Transaction,
  context: Context,
  { changed, before, after, ...of }: Update,
) {
  const details = { before, after }
  record(tx, context, of, { type: 'space_updated', payload: { changed }, details })
}

export function spaceMoved(
  tx: Transaction,
  context: Context,
  { parent, previousParent, ...of }: OfSpace & Moved,
) {
  record(tx, context, of, { type: 'space_moved', details: { parent, previousParent } })
}

export function spaceDeleted(tx: Transaction, context: Context, of: OfSpace) {
  record(tx, context, of, { type: 'space_deleted', details: {} })
}

export function spaceRestored(tx: Transaction, context: Context, of: OfSpace) {
  record(tx, context, of, { type: 'space_restored', details: {} })
}

/**
 * Emits the event of a purge. No person purges a space, so that there is no entry of the audit log.
 */
export function spacePurged(tx: Transaction, { organizationId, spaceId }: OfSpace) {
  const subject = `space:${spaceId}`
  emit(tx, { organizationId, type: 'space_purged', subject, payload: { spaceId } })
}
