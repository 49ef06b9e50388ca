import type { Transaction } from '#/platform/database/transaction.ts'
import type { Context } from '#/platform/http/context.ts'
import { audit, emit } from '#/platform/outbox/outbox.ts'

import type { HostnameRow } from './hostname-queries.ts'

export function hostnameAttachedTo(
  tx: Transaction,
  context: Context,
  claim: HostnameRow,
) {
  record(tx, context, 'custom_hostname_attached', claim)
}

export function hostnameChecked(tx: Transaction, context: Context, claim: HostnameRow) {
  record(tx, context, 'custom_hostname_checked', claim)
}

export function hostnameDetached(tx: Transaction, context: Context, claim: HostnameRow) {
  record(tx, context, 'custom_hostname_detached', claim)
}

function record(
  tx: Transaction,
  context: Context,
  type: string,
  claim: HostnameRow,
): void {
  const { hostname, organization_id: organizationId, site_id: siteId, status } = claim
  const isLive = claim.live_since !== null
  const details = { siteId, status, isLive }
  emit(tx, {
    organizationId,
    type,
    subject: `custom-hostname:${hostname}`,
    payload: { hostname, ...details },
  })
  audit(tx, {
    organizationId,
    action: type,
    actorId: context.caller.userId,
    targetKind: 'custom-hostname',
    targetId: hostname,
    requestId: context.requestId,
    details,
  })
}
