import type { Moved } from '#/content-store/nodes/public.ts'
import type { Transaction } from '#/platform/database/transaction.ts'
import type { Context } from '#/platform/http/context.ts'
import { audit, emit } from '#/platform/outbox/outbox.ts'

type OfCollection = Readonly<{ organizationId: string; collectionId: string }>

export function collectionCreated(
  tx: Transaction,
  context: Context,
  { title, parent, ...of }: OfCollection & { title: string; parent: string | null },
) {
  record(tx, context, { of, type: 'collection_created', details: { title, parent } })
}

interface Update extends OfCollection {
  readonly changed: readonly string[]
  /** The changed settings only. */
  readonly before: object
  readonly after: object
}

/** Values go to the audit log alone: whoever receives events reads the collection itself. */
export function collectionUpdated(
  tx: Transaction,
  context: Context,
  { changed, before, after, ...of }: Update,
) {
  const details = { before, after }
  record(tx, context, { of, type: 'collection_updated', payload: { changed }, details })
}

export function collectionMoved(
  tx: Transaction,
  context: Context,
  { parent, previousParent, ...of }: OfCollection & Moved,
) {
  const details = { parent, previousParent }
  record(tx, context, { of, type: 'collection_moved', details })
}

export function collectionDeleted(
  tx: Transaction,
  context: Context,
  { title, spaces, ...of }: OfCollection & { title: string; spaces: readonly string[] },
) {
  const details = { title, spaces }
  record(tx, context, { of, type: 'collection_deleted', details })
}

interface Happening {
  readonly of: OfCollection
  readonly type: string
  readonly details: object
  /** What the event says, where that is not what the audit log says. */
  readonly payload?: object
}

function record(
  tx: Transaction,
  context: Context,
  { of, type, details, payload = details }: Happening,
): void {
  const { organizationId, collectionId } = of
  emit(tx, {
    organizationId,
    type,
    subject: `collection:${collectionId}`,
    payload: { collectionId, ...payload },
  })
  audit(tx, {
    organizationId,
    action: type,
    actorId: context.caller.userId,
    targetKind: 'collection',
    targetId: collectionId,
    requestId: context.requestId,
    details,
  })
}
