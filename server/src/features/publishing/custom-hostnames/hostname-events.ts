import type { Transaction } from '#/platform/database/transaction.ts'
import type { Context } from '#/platform/http/context.ts'
import { recorder } from '#/platform/outbox/recorder.ts'

import type { HostnameRow } from './hostname-queries.ts'

export function hostnameAttachedTo(
  tx: Transaction,
  context: Context,
  claim: HostnameRow,
) {
  recordChange(tx, context, 'custom_hostname_attached', claim)
}

export function hostnameChecked(tx: Transaction, context: Context, claim: HostnameRow) {
  recordChange(tx, context, 'custom_hostname_checked', claim)
}

export function hostnameDetached(tx: Transaction, context: Context, claim: HostnameRow) {
  recordChange(tx, context, 'custom_hostname_detached', claim)
}

const record = recorder('custom-hostname', 'hostname')

function recordChange(
  tx: Transaction,
  context: Context,
  type: string,
  claim: HostnameRow,
): void {
  const { hostname, organization_id: organizationId, site_id: siteId, status } = claim
  const details = { siteId, status, isLive: claim.live_since !== null }
  record(tx, context, { organizationId, hostname }, { type, details })
}
