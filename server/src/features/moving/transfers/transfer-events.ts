import type { Transaction } from '#/platform/database/transaction.ts'
import type { Context } from '#/platform/http/context.ts'
import { audit, emit } from '#/platform/outbox/outbox.ts'
import type { HomelessKind } from '#/platform/tenancy/homes.ts'

interface Transferred {
  readonly from: string
  readonly to: string
  readonly kind: HomelessKind
  readonly id: string
  /** The transferred nodes, including the collection or space itself. */
  readonly nodes: readonly { readonly id: string; readonly kind: HomelessKind }[]
}

/**
 * Records a transfer: both organizations get an event for every node, and one entry in the audit
 * log.
 */
export function nodeTransferred(
  tx: Transaction,
  context: Pick<Context, 'caller' | 'requestId'>,
  { from, to, kind, id, nodes }: Transferred,
): void {
  const details = { from, to }
  for (const organizationId of [from, to]) {
    for (const node of nodes) {
      emit(tx, {
        organizationId,
        type: `${node.kind}_transferred`,
        subject: `${node.kind}:${node.id}`,
        payload: { [`${node.kind}Id`]: node.id, ...details },
      })
    }
    audit(tx, {
      organizationId,
      action: `${kind}_transferred`,
      actorId: context.caller.userId,
      targetKind: kind,
      targetId: id,
      requestId: context.requestId,
      details: { ...details, contained: nodes.length - 1 },
    })
  }
}
