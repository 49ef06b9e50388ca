import type { Transaction } from '#/platform/database/transaction.ts'
import { invalidRequest } from '#/platform/errors/api-error.ts'
import { enqueue } from '#/platform/jobs/job.ts'

import { proveEmailDomains } from './email-domain-jobs.ts'
import { deleteEmailDomains, insertEmailDomains } from './email-domain-queries.ts'

const label = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/
const charactersMax = 253

/**
 * Takes domains as people write them, `@Example.com` included; gives each once, in the form that is
 * compared.
 */
export function normalizeEmailDomains(entries: readonly string[]): string[] {
  return [...new Set(entries.map(normalizeEmailDomain))]
}

function isHostName(text: string): boolean {
  const labels = text.split('.')
  // A number as the last label would make an IP address, not a name.
  const isAddress = /^\d*$/.test(labels.at(-1) ?? '')
  return labels.length > 1 && !isAddress && labels.every((part) => label.test(part))
}

function normalizeEmailDomain(entry: string, index: number): string {
  const domain = entry.toLowerCase().replace(/^@/, '')
  if (domain.length <= charactersMax && isHostName(domain)) return domain
  const path = `body.emailDomains.${index}`
  const message = `"${entry}" is not a mail domain such as "example.com"`
  throw invalidRequest(`${path} ${message}.`, [{ path, message }])
}

interface DomainChange {
  readonly organizationId: string
  readonly before: readonly string[]
  readonly after: readonly string[]
}

/**
 * Keeps the table that is searched by domain true to the organization's own list. A new domain counts
 * once it is proven.
 */
export async function syncEmailDomains(
  tx: Transaction,
  { organizationId, before, after }: DomainChange,
): Promise<void> {
  const added = [...new Set(after).difference(new Set(before))]
  const removed = [...new Set(before).difference(new Set(after))]
  if (added.length > 0) enqueue(tx, proveEmailDomains, {})
  await Promise.all([
    added.length > 0 && tx.run(insertEmailDomains, { organizationId, domains: added }),
    removed.length > 0 &&
      tx.run(deleteEmailDomains, { organizationId, domains: removed }),
  ])
}
