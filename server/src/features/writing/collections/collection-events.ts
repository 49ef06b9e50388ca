import type { Moved } from '#/content-store/nodes/public.ts'
import type { Transaction } from '#/platform/database/transaction.ts'
import type { Context } from '#/platform/http/context.ts'
import { recorder } from '#/platform/outbox/recorder.ts'

type OfCollection = Readonly<{ organizationId: string; collectionId: string }>

const record = recorder('collection', 'collectionId')

export function collectionCreated(
  tx: Transaction,
  context: Context,
  { title, parent, ...of }: OfCollection & { title: string; parent: string | null },
) {
  record(tx, context, of, { type: 'collection_created', details: { title, parent } })
}

interface Update extends OfCollection {
  readonly changed: readonly string[]
  /** The changed settings only. */
  readonly before: object
  readonly after: object
}

/**
 * Records a change of settings. The values go to the audit log alone: a receiver of the event reads
 * the collection itself.
 */
export function collectionUpdated(
  tx: Transaction,
  context: Context,
  { changed, before, after, ...of }: Update,
) {
  const details = { before, after }
  record(tx, context, of, { type: 'collection_updated', payload: { changed }, details })
}

export function collectionMoved(
  tx: Transaction,
  context: Context,
  { parent, previousParent, ...of }: OfCollection & Moved,
) {
  const details = { parent, previousParent }
  record(tx, context, of, { type: 'collection_moved', details })
}

export function collectionDeleted(
  tx: Transaction,
  context: Context,
  { title, spaces, ...of }: OfCollection & { title: string; spaces: readonly string[] },
) {
  const details = { title, spaces }
  record(tx, context, of, { type: 'collection_deleted', details })
}
