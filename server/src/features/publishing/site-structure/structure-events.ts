import type { SiteStructurePointer } from '@lectern/contract/site-structure.ts'

import type { OfSite } from '#/features/writing/publications/public.ts'
import type { Transaction } from '#/platform/database/transaction.ts'
import type { Context } from '#/platform/http/context.ts'
import { recorder } from '#/platform/outbox/recorder.ts'

type Action = 'added' | 'updated' | 'moved' | 'removed'

/** An action on one part of a site. */
export interface StructureChange {
  readonly part: SiteStructurePointer['type']
  readonly action: Action
  readonly details: Readonly<Record<string, unknown>>
}

const names = {
  'site-space': 'site_space',
  'site-section': 'site_section',
  'site-section-group': 'site_section_group',
  'site-external-link': 'site_external_link',
} as const

const record = recorder('site', 'siteId')

export function structureChanged(
  tx: Transaction,
  context: Context,
  { organizationId, siteId, change }: OfSite & { change: StructureChange },
): void {
  const { part, action, details } = change
  const type = `${names[part]}_${action}`
  record(tx, context, { organizationId, siteId }, { type, details })
}
