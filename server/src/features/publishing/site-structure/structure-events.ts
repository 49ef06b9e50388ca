import type { SiteStructurePointer } from '@lectern/contract/site-structure.ts'

import type { OfSite } from '#/features/writing/publications/public.ts'
import type { Transaction } from '#/platform/database/transaction.ts'
import type { Context } from '#/platform/http/context.ts'
import { recorder } from '#/platform/outbox/recorder.ts'

type Deed = 'added' | 'updated' | 'moved' | 'removed'

/** What was done to which part of a site. */
export interface StructureHappening {
  readonly part: SiteStructurePointer['type']
  readonly deed: Deed
  readonly details: Readonly<Record<string, unknown>>
}

const names = {
  'site-space': 'site_space',
  'site-section': 'site_section',
  'site-section-group': 'site_section_group',
} as const

const record = recorder('site', 'siteId')

export function structureChanged(
  tx: Transaction,
  context: Context,
  { organizationId, siteId, happening }: OfSite & { happening: StructureHappening },
): void {
  const { part, deed, details } = happening
  const type = `${names[part]}_${deed}`
  record(tx, context, { organizationId, siteId }, { type, details })
}
