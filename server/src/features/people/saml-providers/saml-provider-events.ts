import type { Transaction } from '#/platform/database/transaction.ts'
import type { Context } from '#/platform/http/context.ts'
import { recorder } from '#/platform/outbox/recorder.ts'

import type { OfProvider } from './saml-provider-queries.ts'

const record = recorder('saml-provider', 'samlProviderId')

export function samlProviderCreated(
  tx: Transaction,
  context: Context,
  { label, ...of }: OfProvider & { label: string },
) {
  record(tx, context, of, { type: 'saml_provider_created', details: { label } })
}

/** Records a change; its values stand in the audit log alone. */
export function samlProviderUpdated(
  tx: Transaction,
  context: Context,
  of: OfProvider & {
    readonly changed: readonly string[]
    readonly before: object
    readonly after: object
  },
) {
  const { changed, before, after, ...provider } = of
  record(tx, context, provider, {
    type: 'saml_provider_updated',
    payload: { changed },
    details: { before, after },
  })
}

export function samlProviderDeleted(
  tx: Transaction,
  context: Context,
  { label, ...of }: OfProvider & { label: string },
) {
  record(tx, context, of, { type: 'saml_provider_deleted', details: { label } })
}
