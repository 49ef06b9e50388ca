import type {
  OpenAPISpecChange,
  OpenAPISpecChangeList,
} from '@lectern/contract/openapi-changes.ts'
import type { Client } from '@lectern/contract/client.ts'

import { command } from '#/command.ts'
import {
  describeOpenApiChange,
  describeOpenApiChanges,
} from '#/describe-openapi-change.ts'
import { Refusal } from '#/failure.ts'

import { organizationOption } from './organization-option.ts'

export const openapiChanges = command({
  about: [
    'Says what changed between two kept versions of an OpenAPI specification, and which changes',
    'break callers: without options, between the newest two.',
  ],
  argument: { name: 'spec', description: 'The slug of the specification' },
  options: {
    organization: organizationOption,
    from: { description: 'The version to begin from', value: '<version>' },
    to: { description: 'The version to compare with (the newest)', value: '<version>' },
    breaking: { description: 'Only what breaks callers' },
    open: { description: 'Open the changes as a page in the browser' },
  },
  example: 'lectern openapi changes petstore --breaking',
  async run({ organization, from, to, breaking, open }, session, spec) {
    const { client, signal, openAddress } = session
    const params = { organizationId: organization, specSlug: spec }
    const versionId = from ?? (await versionBefore(client, params, to, signal))
    const { items, last } = await allChanges(
      client,
      {
        params: { ...params, versionId },
        query: {
          limit: 1000,
          ...(to !== undefined && { to }),
          ...(breaking && { breaking }),
        },
      },
      signal,
    )
    if (open) openAddress(last.urls.page)
    const { breakingCount, count, partial: isPartial = false } = last
    return {
      json: { ...last, items },
      lines: [
        ...items.flatMap((change) => describeOpenApiChange(change)),
        ...describeOpenApiChanges({ count, breakingCount, isPartial }),
        ...(open ? [last.urls.page] : []),
      ],
    }
  },
})

type Asked = Parameters<typeof asked>[1]

async function asked(
  client: Client,
  call: {
    readonly params: {
      organizationId: string
      specSlug: string
      versionId: string
    }
    readonly query: { limit: number; to?: string; breaking?: boolean; page?: string }
  },
  signal: AbortSignal,
): Promise<OpenAPISpecChangeList> {
  return client.call('listOpenAPISpecVersionChanges', { ...call, signal })
}

async function allChanges(
  client: Client,
  call: Asked,
  signal: AbortSignal,
): Promise<{ items: OpenAPISpecChange[]; last: OpenAPISpecChangeList }> {
  const items: OpenAPISpecChange[] = []
  let page: string | undefined
  for (;;) {
    const query = { ...call.query, ...(page !== undefined && { page }) }
    const last = await asked(client, { ...call, query }, signal)
    items.push(...last.items)
    page = last.next?.page
    if (page === undefined) return { items, last }
  }
}

/** The version before the one that is compared with. */
async function versionBefore(
  client: Client,
  params: { organizationId: string; specSlug: string },
  to: string | undefined,
  // oxlint-disable-next-line max-params -- who asks, of which specification, before which version, and until when
  signal: AbortSignal,
): Promise<string> {
  const query = { limit: 1000 }
  const call = { params, query, signal }
  const { items } = await client.call('listOpenAPISpecVersions', call)
  const newer = to === undefined ? 0 : items.findIndex(({ id }) => id === to)
  const before = newer < 0 ? undefined : items[newer + 1]
  if (before !== undefined) return before.id
  const message =
    newer < 0
      ? `There is no version ${to ?? ''} of ${params.specSlug}`
      : `${params.specSlug} has no version before that one: nothing to compare`
  throw new Refusal('no_version_before', message)
}
