import type { Transaction } from '#/platform/database/transaction.ts'
import type { Context } from '#/platform/http/context.ts'
import { emit } from '#/platform/outbox/outbox.ts'
import { noteChange } from '#/platform/outbox/change-notes.ts'
import { recorder } from '#/platform/outbox/recorder.ts'

import type { OfSpec } from './openapi-spec-queries.ts'

const record = recorder('openapi-spec', 'specId')

interface Sourced extends OfSpec {
  readonly slug: string
  /** Null for a specification that was sent as text. */
  readonly sourceUrl: string | null
}

export function openApiSpecCreated(
  tx: Transaction,
  context: Context,
  { slug, sourceUrl, ...of }: Sourced,
) {
  record(tx, context, of, { type: 'openapi_spec_created', details: { slug, sourceUrl } })
}

export function openApiSpecUpdated(
  tx: Transaction,
  context: Context,
  { slug, sourceUrl, ...of }: Sourced,
) {
  record(tx, context, of, { type: 'openapi_spec_updated', details: { slug, sourceUrl } })
}

export function openApiSpecVisibilityChanged(
  tx: Transaction,
  context: Context,
  { slug, visibility, ...of }: OfSpec & { slug: string; visibility: string },
) {
  const details = { slug, visibility }
  record(tx, context, of, { type: 'openapi_spec_visibility_changed', details })
}

export function openApiSpecDeleted(
  tx: Transaction,
  context: Context,
  { slug, ...of }: OfSpec & { readonly slug: string },
) {
  record(tx, context, of, { type: 'openapi_spec_deleted', details: { slug } })
  noteShown(tx, of.organizationId, slug)
}

/** A source was read and differs from the version before. Nobody in particular did it. */
export function openApiSpecVersionMade(
  tx: Transaction,
  {
    organizationId,
    specId,
    slug,
    versionId,
  }: OfSpec & Record<'slug' | 'versionId', string>,
) {
  emit(tx, {
    organizationId,
    type: 'openapi_spec_version_created',
    subject: `openapi-spec:${specId}`,
    payload: { specId, slug, versionId },
  })
}

/** Something else is shown of a specification than before. */
export function openApiSpecShown(
  tx: Transaction,
  {
    organizationId,
    specId,
    slug,
    versionId,
    number,
  }: OfSpec & Record<'slug' | 'versionId', string> & { readonly number: number },
) {
  emit(tx, {
    organizationId,
    type: 'openapi_spec_shown',
    subject: `openapi-spec:${specId}`,
    payload: { specId, slug, versionId, number },
  })
  noteShown(tx, organizationId, slug)
}

/** Tells renderers of a change, under the name by which they keep what they have read. */
function noteShown(tx: Transaction, organizationId: string, slug: string): void {
  const subject = `organization:${organizationId}:openapi:${slug}`
  noteChange(tx, { organizationId, subject })
}
