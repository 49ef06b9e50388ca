import type { Transaction } from '#/platform/database/transaction.ts'

import { audit, emit } from './outbox.ts'

/** Who did it, and in which request. */
export interface By {
  readonly caller: { readonly userId: string }
  readonly requestId: string
}

export interface Happening {
  readonly type: string
  /** What people read of it in the audit log. */
  readonly details: object
  /** What the event tells machines besides the id, where that is not what the audit log says. */
  readonly payload?: object
}

/**
 * Tells of what happens to things of one kind: machines by an event of the thing, people by a row of
 * the audit log. `idName` is what the id is called wherever the thing is spoken of, as `teamId`.
 */
export function recorder<IdName extends string>(noun: string, idName: IdName) {
  return (
    tx: Transaction,
    { caller, requestId }: By,
    of: Readonly<Record<IdName | 'organizationId', string>>,
    // oxlint-disable-next-line max-params -- a transaction, who did it, to what, and what it was
    { type, details, payload = details }: Happening,
  ): void => {
    const { organizationId, [idName]: id } = of
    emit(tx, {
      organizationId,
      type,
      subject: `${noun}:${id}`,
      payload: { [idName]: id, ...payload },
    })
    audit(tx, {
      organizationId,
      action: type,
      actorId: caller.userId,
      targetKind: noun,
      targetId: id,
      requestId,
      details,
    })
  }
}
