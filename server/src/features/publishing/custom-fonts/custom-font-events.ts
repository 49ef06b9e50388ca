import type { Transaction } from '#/platform/database/transaction.ts'
import type { Context } from '#/platform/http/context.ts'
import { recorder } from '#/platform/outbox/recorder.ts'

import type { OfFont } from './custom-font-queries.ts'

const record = recorder('custom-font', 'fontId')

interface Faces extends OfFont {
  readonly fontFamily: string
  readonly weights: readonly number[]
}

export function customFontCreated(
  tx: Transaction,
  context: Context,
  { fontFamily, weights, ...of }: Faces,
) {
  const details = { fontFamily, weights }
  record(tx, context, of, { type: 'custom_font_created', details })
}

export function customFontUpdated(
  tx: Transaction,
  context: Context,
  { fontFamily, weights, ...of }: Faces,
) {
  const details = { fontFamily, weights }
  record(tx, context, of, { type: 'custom_font_updated', details })
}

export function customFontDeleted(
  tx: Transaction,
  context: Context,
  { fontFamily, ...of }: OfFont & { readonly fontFamily: string },
) {
  record(tx, context, of, { type: 'custom_font_deleted', details: { fontFamily } })
}
