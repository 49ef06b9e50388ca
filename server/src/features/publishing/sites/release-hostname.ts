import { sqlBuilder, statement } from '#/platform/database/statement.ts'
import type { Transaction } from '#/platform/database/transaction.ts'

const deleteClaim = statement(
  'custom-hostname.delete',
  (p: Readonly<{ hostname: string; organizationId: string }>) =>
    sqlBuilder
      .deleteFrom('custom_hostname')
      .where('hostname', '=', p.hostname)
      .where('organization_id', '=', p.organizationId),
)

/** Frees the host name of a site that loses it or is removed. */
export async function releaseHostname(
  tx: Transaction,
  {
    organizationId,
    hostname,
  }: Readonly<{ organizationId: string; hostname: string | null }>,
): Promise<void> {
  if (hostname !== null) await tx.run(deleteClaim, { organizationId, hostname })
}
