import { readFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'

import { command } from '#/command.ts'
import { messageOf, Refusal } from '#/failure.ts'

import { organizationOption } from './organization-option.ts'

const pollMs = 500

export const openapiPublish = command({
  about: [
    'Publishes an OpenAPI specification, from a file or from an address that the server looks at',
    'again every few hours, and waits until it is read. A failure leaves the last version.',
  ],
  argument: { name: 'source', description: 'A file, or an http or https address' },
  options: {
    organization: organizationOption,
    spec: {
      description: 'The slug of the specification',
      value: '<slug>',
      required: true,
    },
  },
  example: 'lectern openapi publish openapi.yaml --spec petstore',
  async run({ organization, spec }, { client, output, signal }, source) {
    const params = { organizationId: organization, specSlug: spec }
    await client.call('createOrUpdateOpenAPISpecBySlug', {
      params,
      body: {
        source: /^https?:\/\//i.test(source) ? { url: source } : await textIn(source),
      },
      signal,
    })
    for (;;) {
      const found = await client.call('getOpenAPISpecBySlug', { params, signal })
      if (found.processingState !== 'complete') {
        output.progress.at('Reading', 0, 1)
        await wait(pollMs, undefined, { signal })
        continue
      }
      const {
        lastProcessErrorCode: code,
        lastProcessedErrors: errors = [],
        lastVersion,
      } = found
      if (code === undefined) {
        return {
          json: found,
          lines: [`${found.slug} is published, version ${lastVersion ?? 'unknown'}.`],
        }
      }
      const said = errors.map(({ message }) => `  ${message}`)
      throw new Refusal(
        'specification_refused',
        [`The specification was not published (${code}).`, ...said].join('\n'),
        { facts: { code, errors } },
      )
    }
  },
})

async function textIn(file: string): Promise<{ readonly text: string }> {
  try {
    return { text: await readFile(file, 'utf8') }
  } catch (error) {
    throw new Refusal('file_unreadable', `${file} cannot be read: ${messageOf(error)}`)
  }
}
