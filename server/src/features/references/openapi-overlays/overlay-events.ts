import type { OfSpec } from '#/features/references/openapi-specs/public.ts'
import type { Transaction } from '#/platform/database/transaction.ts'
import type { Context } from '#/platform/http/context.ts'
import { recorder } from '#/platform/outbox/recorder.ts'

const record = recorder('openapi-spec', 'specId')

type Named = OfSpec & Readonly<Record<'slug' | 'name', string>>

export function openApiOverlayCreated(
  tx: Transaction,
  context: Context,
  { slug, name, ...of }: Named,
) {
  record(tx, context, of, { type: 'openapi_overlay_created', details: { slug, name } })
}

export function openApiOverlayUpdated(
  tx: Transaction,
  context: Context,
  { slug, name, ...of }: Named,
) {
  record(tx, context, of, { type: 'openapi_overlay_updated', details: { slug, name } })
}

export function openApiOverlayDeleted(
  tx: Transaction,
  context: Context,
  { slug, name, ...of }: Named,
) {
  record(tx, context, of, { type: 'openapi_overlay_deleted', details: { slug, name } })
}
