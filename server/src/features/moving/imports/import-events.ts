import type { Transaction } from '#/platform/database/transaction.ts'
import type { Context } from '#/platform/http/context.ts'
import { audit } from '#/platform/outbox/outbox.ts'

type OfImport = Readonly<{
  organizationId: string
  importRunId: string
  spaceId: string
}>

export function importStarted(
  tx: Transaction,
  context: Context,
  run: OfImport & { mode: string; changeRequestId: string | null },
): void {
  const { mode, changeRequestId } = run
  const details = { mode, ...(changeRequestId !== null && { changeRequestId }) }
  auditImport(tx, context, run, { action: 'import_started', details })
}

export function importCancelled(tx: Transaction, context: Context, run: OfImport): void {
  auditImport(tx, context, run, { action: 'import_cancelled', details: {} })
}

function auditImport(
  tx: Transaction,
  { caller, requestId }: Context,
  { organizationId, importRunId, spaceId }: OfImport,
  { action, details }: { readonly action: string; readonly details: object },
): void {
  audit(tx, {
    organizationId,
    action,
    actorId: caller.userId,
    targetKind: 'space',
    targetId: spaceId,
    requestId,
    details: { importRunId, ...details },
  })
}
