import { readFile } from 'node:fs/promises'

import { readApi } from '@lectern/content/openapi/read-api.ts'

import { createTestSpace } from '../../../../server/test/test-edits.ts'
import { operationBlock, publishSpec } from '../../../../server/test/test-openapi.ts'
import type { publishSite, TestSites } from '../../test-sites.ts'

const operationsOnPage = 200
const contract = new URL('../../../../contract/openapi.json', import.meta.url)

/** Publishes a page with the first operations of our own interface; gives its path. */
export async function manyOperations(
  { api, read }: TestSites,
  publish: typeof publishSite,
): Promise<string> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a file of the repository, which is a document
  const document = JSON.parse(await readFile(contract, 'utf8')) as object
  const { parts } = readApi(document)
  const markdown = parts
    .filter((part) => part.kind !== 'schema')
    .filter(({ kind }) => kind === 'operation')
    .slice(0, operationsOnPage)
    .map(
      ({ path, method, summary }) =>
        `## ${summary}\n\n${operationBlock('lectern', path, method)}`,
    )
    .join('\n')
  await publishSpec(api, 'lectern', document)
  const space = await createTestSpace(api)
  await space.edit({ operation: 'insert_page', title: 'Many', document: { markdown } })
  const { base } = await publish({ api }, [space.spaceId])
  const { body } = await read(base)
  const shown = body.split('<div class="api-operation"').length - 1
  if (shown !== operationsOnPage) throw new Error(`Only ${shown} operations are shown`)
  return base
}
