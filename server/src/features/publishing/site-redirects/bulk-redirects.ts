import type { SiteRedirectResult } from '@lectern/contract/site-redirects.ts'

import { authorize } from '#/access/actor.ts'
import {
  lockSite,
  resolveSite,
  type SiteActor,
  sitePolicy,
  touchSite,
} from '#/features/publishing/sites/public.ts'
import { storableJson } from '#/platform/database/storable-json.ts'
import type { Transaction } from '#/platform/database/transaction.ts'
import { ApiError } from '#/platform/errors/api-error.ts'
import { change } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'

import { type BulkChange, type BulkStep, planBulk } from './plan-bulk.ts'
import { checkBulk } from './check-bulk.ts'
import {
  siteRedirectCreated,
  siteRedirectDeleted,
  siteRedirectUpdated,
} from './redirect-events.ts'
import {
  deleteRedirect,
  insertRedirect,
  selectRedirectsOf,
  updateRedirect,
} from './redirect-queries.ts'
import { viewRedirect } from './redirect-view.ts'

const events = {
  created: siteRedirectCreated,
  updated: siteRedirectUpdated,
  deleted: siteRedirectDeleted,
}

export const bulkUpsertSiteRedirects = operation(
  'bulkUpsertSiteRedirects',
  async ({ params, body: { redirects } }, context) =>
    change(context, async (tx) => {
      const { organizationId, siteId } = params
      const of = { organizationId, siteId }
      const { actor, site } = await lockSite(tx, context, organizationId, siteId)
      authorizeRedirects(actor)
      const checked = await checkBulk(tx, of, actor.userId, redirects)
      const sourceKeys = checked.flatMap((one) =>
        one instanceof ApiError ? [] : [one.sourceKey],
      )
      const present = await tx.many(selectRedirectsOf, { ...of, sourceKeys })
      const steps = planBulk(checked, { present, count: site.redirects })

      const changes = steps.flatMap((step) => step.changes)
      // Sent one behind the other, and so done in the order of the request.
      await Promise.all(changes.map(async (one) => write(tx, of, one)))
      if (changes.length > 0) {
        const grown = changes.reduce((sum, one) => sum + growthOf(one), 0)
        await touchSite(tx, of, { redirects: grown })
      }
      for (const { kind, row } of changes) {
        events[kind](tx, context, of, viewRedirect(row))
      }
      return {
        results: steps.map((step, index) => viewStep(step, redirects[index])),
      }
    }),
  async ({ params: { organizationId, siteId } }, context) => {
    const { actor } = await resolveSite(context.db, context, organizationId, siteId)
    authorizeRedirects(actor)
  },
)

function authorizeRedirects(actor: SiteActor): void {
  authorize(sitePolicy.admin(actor), 'redirect readers of this site', 'the admin role')
}

async function write(
  tx: Transaction,
  of: { organizationId: string; siteId: string },
  { kind, row }: BulkChange,
): Promise<void> {
  const siteRedirectId = row.id
  if (kind === 'deleted') {
    await tx.run(deleteRedirect, { ...of, siteRedirectId })
    return
  }
  await tx.run(kind === 'created' ? insertRedirect : updateRedirect, {
    ...of,
    siteRedirectId,
    source: row.source,
    sourceKey: row.source_key,
    destination: storableJson(row.destination),
  })
}

/** By how many redirects a change makes the site have more. */
function growthOf({ kind }: BulkChange): number {
  if (kind === 'updated') return 0
  return kind === 'created' ? 1 : -1
}

function viewStep(
  { outcome }: BulkStep,
  given: { readonly source: string; readonly intent?: string } | undefined,
): SiteRedirectResult {
  const { source = '', intent = 'live' } = given ?? {}
  const draft = intent !== 'live'
  if (outcome instanceof ApiError) {
    return { status: 'error', source, draft, error: outcome.message.replace('body.', '') }
  }
  return outcome.status === 'deleted'
    ? { status: 'deleted', source, draft }
    : { status: outcome.status, source, draft, id: outcome.id }
}
