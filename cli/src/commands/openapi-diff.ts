import { readFile } from 'node:fs/promises'

import { compareOpenApi } from '@lectern/content/openapi-changes/compare-openapi.ts'
import { readOpenApiDocument } from '@lectern/content/openapi-changes/read-document.ts'

import { command } from '#/command.ts'
import {
  describeOpenApiChange,
  describeOpenApiChanges,
} from '#/describe-openapi-change.ts'
import { messageOf, Refusal, UsageError } from '#/failure.ts'

export const openapiDiff = command({
  about: [
    'Says what changed between two OpenAPI documents, in JSON or YAML of version 3.0 to 3.2, and',
    'which changes break callers, with the reason for each. Asks no server.',
  ],
  argument: { name: 'before', description: 'The file as it was' },
  optional: { name: 'after', description: 'The file as it is now' },
  options: {
    'fail-on': {
      description: 'End with exit code 3 where there are such changes',
      value: '<word>',
      choices: ['breaking', 'any'],
    },
  },
  example: 'lectern openapi diff released.yaml openapi.yaml --fail-on breaking',
  async run({ 'fail-on': failOn }, _session, beforeFile, afterFile) {
    if (afterFile === undefined) throw new UsageError('Two files are compared; give both')
    const [before, after] = [await documentIn(beforeFile), await documentIn(afterFile)]
    const { changes, isPartial } = compareOpenApi(before, after)
    const breaking = changes.filter(({ isBreaking }) => isBreaking)
    const lines = [
      ...changes.flatMap(({ isBreaking, ...change }) =>
        describeOpenApiChange({ ...change, breaking: isBreaking }),
      ),
      ...describeOpenApiChanges({
        count: changes.length,
        breakingCount: breaking.length,
        isPartial,
      }),
    ]
    const isFailure = failOn === 'any' ? changes.length > 0 : breaking.length > 0
    if (failOn !== undefined && (isFailure || isPartial)) {
      throw new Refusal('changes_found', lines.join('\n'), {
        exitCode: 3,
        facts: { changes, isPartial },
      })
    }
    return { json: { changes, isPartial }, lines }
  },
})

async function documentIn(file: string): Promise<object> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new Refusal('file_unreadable', `${file} cannot be read: ${messageOf(error)}`)
  })
  const read = readOpenApiDocument(text)
  if ('problem' in read) {
    throw new Refusal('document_unreadable', `${file}: ${read.problem}`)
  }
  return read.document
}
