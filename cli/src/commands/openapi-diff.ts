import { readFile } from 'node:fs/promises'

import type { OpenApiChange } from '@lectern/content/openapi-changes/change.ts'
import { compareOpenApi } from '@lectern/content/openapi-changes/compare-openapi.ts'
import { readOpenApiDocument } from '@lectern/content/openapi-changes/read-document.ts'

import { command } from '#/command.ts'
import { messageOf, Refusal, UsageError } from '#/failure.ts'
import { bold } from '#/output.ts'

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
      ...changes.flatMap((change) => linesOf(change)),
      ...(isPartial
        ? ['The documents are too large to be compared as a whole: there may be more.']
        : []),
      `${changes.length} changes, ${breaking.length} of them breaking.`,
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

function linesOf({
  isBreaking,
  message,
  reason,
  place,
  reaches,
}: OpenApiChange): string[] {
  const { operation, pointer } = place
  const where =
    operation === undefined
      ? pointer
      : `${operation.method.toUpperCase()} ${operation.path}`
  const reached = reaches === undefined ? '' : `, in ${reaches.count} operations`
  return [
    `${isBreaking ? bold('breaking') : 'harmless'}  ${where}${reached}: ${message}`,
    `          ${reason} (${pointer})`,
  ]
}
