import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { startTestApi, type TestApi } from '#test/test-api.ts'
import { createTestSpace, type TestSpace } from '#test/test-edits.ts'

describe('conditions', () => {
  let api: TestApi
  let space: TestSpace
  before(async () => {
    api = await startTestApi()
    space = await createTestSpace(api)
  })
  after(async () => api.stop())

  const insert = async (markdown: string): Promise<string> => {
    const change = { operation: 'insert_page', title: 'Text', document: { markdown } }
    return (await space.edit(change)).changes[0].page
  }

  it('of a page are refused where nobody could meet them', async () => {
    const insertPage = { operation: 'insert_page' }
    const heads = [
      'if: visitor.claims.plan = 3',
      'if: [a]',
      'icon: a: b\nif: visitor.claims.a',
    ]
    const page = await insert('One.\n')
    const refused = [
      {
        ...insertPage,
        document: { markdown: 'x' },
        condition: 'visitor.claims.plan = 3',
      },
      { ...insertPage, title: 'Open', document: { markdown: front('if: true') } },
      { operation: 'update_page', page, document: { markdown: front('If: true') } },
      ...heads.map((yaml) => ({
        ...insertPage,
        document: { markdown: front(yaml) },
      })),
    ]
    for (const change of refused) {
      const { status, body } = await space.send([change])
      const said = [status, body.error.reason, body.error.details?.[0]?.path]
      const wanted = [400, 'invalid_condition', 'body.changes.0']
      assert.deepEqual(said, wanted, JSON.stringify(change))
    }
    const [first] = refused.slice(-1)
    const { changes } = await space.edit({ ...first, condition: 'visitor.claims.b' })
    assert.equal(
      (await space.entry(changes[0].page)).attributes.condition,
      'visitor.claims.b',
    )
  })

  it('in a text are kept as they are written', async () => {
    const markdown =
      'A\n\n{% if visitor.claims.plan = 3 %}\nB\n{% endif %}\n\n{% if %}\nC\n'
    const page = await insert(markdown)
    assert.equal((await space.page(page)).markdown, markdown)
  })
})

function front(yaml: string): string {
  return `---\n${yaml}\n---\n\nText\n`
}
