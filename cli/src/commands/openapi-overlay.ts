import { readFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'

import type { Client } from '@lectern/contract/client.ts'
import type {
  OpenAPISpecOverlay,
  OpenAPISpecOverlayWithoutText,
} from '@lectern/contract/openapi-overlays.ts'

import { command } from '#/command.ts'
import { messageOf, Refusal } from '#/failure.ts'
import { table } from '#/output.ts'

import { organizationOption } from './organization-option.ts'

const pollMs = 500

const specOption = {
  description: 'The slug of the specification',
  value: '<slug>',
  required: true,
} as const

export const openapiOverlayPut = command({
  about: [
    'Keeps an overlay with a specification: changes of what is shown that survive every new',
    'version. Waits until it is applied, and says which of its actions found nothing to change.',
  ],
  argument: { name: 'file', description: 'An OpenAPI Overlay document of version 1.0' },
  options: {
    organization: organizationOption,
    spec: specOption,
    name: {
      description:
        'The name of the overlay; they are applied in the order of their names',
      value: '<name>',
      required: true,
    },
  },
  example: 'lectern openapi overlay put hide.yaml --spec petstore --name 10-hide',
  async run({ organization, spec, name }, { client, signal }, file) {
    const text = await readFile(file, 'utf8').catch((error: unknown) => {
      throw new Refusal('file_unreadable', `${file} cannot be read: ${messageOf(error)}`)
    })
    const params = { organizationId: organization, specSlug: spec, overlayName: name }
    await client.call('putOpenAPISpecOverlay', { params, body: { text }, signal })
    const put = await untilApplied(client, params, signal)
    return {
      json: put,
      lines: [`${put.name} is an overlay of ${spec}.`, ...problemLines(put)],
    }
  },
})

type OverlayParams = Readonly<
  Record<'organizationId' | 'specSlug' | 'overlayName', string>
>

async function untilApplied(
  client: Client,
  params: OverlayParams,
  signal: AbortSignal,
): Promise<OpenAPISpecOverlay> {
  const spec = {
    organizationId: params.organizationId,
    specSlug: params.specSlug,
  }
  for (;;) {
    const put = await client.call('getOpenAPISpecOverlay', { params, signal })
    if (put.processingState === 'complete') return put
    // Without a version there is nothing yet that it could change.
    const { processingState, lastVersion } = await client.call('getOpenAPISpecBySlug', {
      params: spec,
      signal,
    })
    if (processingState === 'complete' && lastVersion === undefined) return put
    await wait(pollMs, undefined, { signal })
  }
}

function problemLines({ problems, problemCount }: OpenAPISpecOverlay): string[] {
  const more = problemCount - problems.length
  return [
    ...problems.map(
      ({ kind, pointer, message }) =>
        `${kind === 'failed' ? 'left out' : 'unused'}  ${pointer}: ${message}`,
    ),
    ...(more > 0 ? [`and ${more} more`] : []),
  ]
}

export const openapiOverlayList = command({
  about: [
    'Lists the overlays of a specification in the order in which they are applied.',
  ],
  options: { organization: organizationOption, spec: specOption },
  example: 'lectern openapi overlay list --spec petstore',
  async run({ organization, spec }, { client, signal }) {
    const params = { organizationId: organization, specSlug: spec }
    const query = { limit: 1000 }
    const call = { params, query, signal }
    const { items } = await client.call('listOpenAPISpecOverlays', call)
    return {
      json: items,
      lines:
        items.length === 0
          ? [`${spec} has no overlays.`]
          : table(items.map((overlay) => [overlay.name, stateOf(overlay)])),
    }
  },
})

function stateOf({
  processingState,
  problemCount,
}: OpenAPISpecOverlayWithoutText): string {
  if (processingState === 'pending') return 'waits'
  return problemCount === 0 ? 'applied' : `applied, with ${problemCount} problems`
}

export const openapiOverlayDelete = command({
  about: ['Deletes an overlay: what it changed is shown as the specification says it.'],
  argument: { name: 'name', description: 'The name of the overlay' },
  options: { organization: organizationOption, spec: specOption },
  example: 'lectern openapi overlay delete 10-hide --spec petstore',
  async run({ organization, spec }, { client, signal }, name) {
    const params = { organizationId: organization, specSlug: spec, overlayName: name }
    await client.call('deleteOpenAPISpecOverlay', { params, signal })
    return {
      json: { overlay: name, deleted: true },
      lines: [`${name} is no overlay of ${spec} any more.`],
    }
  },
})
