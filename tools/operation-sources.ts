import type { OperationDefinition } from '@lectern/contract/operation.ts'

import { minimalValue } from '../server/test/guards/sample-value.ts'

/** A handler that compiles, hides from outsiders, and answers everyone else with a defect. */
export function handlerSource(id: string, definition: OperationDefinition): string {
  // Callers without an account have no transaction of their own either.
  const isWrite = definition.method !== 'GET' && definition.caller !== 'anyone'
  const isBelow = definition.params?.['organizationId'] !== undefined
  const asker = isBelow ? 'actor.userId' : 'context.requestId'
  const body = [
    ...(isBelow
      ? [
          `const actor = await actorIn(${isWrite ? 'tx' : 'context.db'}, context, organizationId)`,
          '',
        ]
      : []),
    `throw new Error(\`${id} is not written yet (\${${asker}})\`)`,
  ].join('\n')
  const request = isBelow ? '{ params: { organizationId } }' : '_request'
  return `${[
    ...(isBelow ? [`import { actorIn } from '#/access/actor.ts'`] : []),
    ...(isWrite ? [`import { change } from '#/platform/http/context.ts'`] : []),
    `import { operation${isWrite ? ', type Reply' : ''} } from '#/platform/http/operation.ts'`,
  ].join('\n')}

export const ${id} = operation('${id}', async (${request}, context) => ${
    isWrite
      ? `change(context, async (${isBelow ? 'tx' : ''}): Promise<Reply<'${id}'>> => {\n${body}\n}))`
      : `{\n${body}\n})`
  }
`
}

/** Generated tests that fail until somebody writes them. */
export function testSource(id: string, definition: OperationDefinition): string {
  const { method, path, body, status, errors, caller } = definition
  const target = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    name === 'organizationId' ? '${api.organization}' : `some-${name}`,
  )
  const sent = body === undefined ? '' : `, ${JSON.stringify(minimalValue(body))}`
  const call = `${method.toLowerCase()}(\`${target}\`${sent})`
  const asker = caller === 'anyone' ? 'anonymous()' : `as('admin')`
  return `import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { startTestApi, type TestApi } from '#test/test-api.ts'

describe('${id}', () => {
  let api: TestApi
  before(async () => {
    api = await startTestApi()
  })
  after(async () => api.stop())

  it('says here what it guarantees', async () => {
    const reply = await api.${asker}.${call}

    assert.equal(reply.status, ${status})
    assert.fail('Write what the answer is, and what the request leaves behind.')
  })
${errors
  .map(
    (refusal) => `
  it('answers ${refusal} when …', () => {
    assert.fail('Write when, and with which reason.')
  })
`,
  )
  .join('')}})
`
}

export function operationsSource(name: string, id: string, behaviour: string): string {
  return `import { ${id} } from './${behaviour}.ts'

export const ${name} = [${id}]
`
}
