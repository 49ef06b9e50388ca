import type { Transaction } from '#/platform/database/transaction.ts'

import { audit, emit } from './outbox.ts'

/** The user and the request that caused the change. */
export interface By {
  readonly caller: { readonly userId: string }
  readonly requestId: string
}

export interface RecordedChange {
  readonly type: string
  /** The details that people read in the audit log. */
  readonly details: object
  /** The content of the event besides the id, when that differs from the audit log. */
  readonly payload?: object
}

/**
 * Records changes to objects of one kind: an event for programs, and a row of the audit log for
 * people. `idName` is the name of the object's id in the event, such as `teamId`.
 */
export function recorder<IdName extends string>(noun: string, idName: IdName) {
  return (
    tx: Transaction,
    { caller, requestId }: By,
    of: Readonly<Record<IdName | 'organizationId', string>>,
    // oxlint-disable-next-line max-params -- a transaction, who did it, to what, and what it was
    { type, details, payload = details }: RecordedChange,
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
