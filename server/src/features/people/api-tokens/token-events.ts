import type { Transaction } from '#/platform/database/transaction.ts'
import type { Context } from '#/platform/http/context.ts'
import { recorder } from '#/platform/outbox/recorder.ts'

type OfToken = Readonly<{ organizationId: string; tokenId: string }>

const record = recorder('api-token', 'tokenId')

export function emergencyTokenCreated(
  tx: Transaction,
  context: Context,
  token: OfToken & { label: string },
) {
  const { label } = token
  record(tx, context, token, { type: 'emergency_token_created', details: { label } })
}
