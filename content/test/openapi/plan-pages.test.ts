import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import { readApi } from '#/openapi/read-api.ts'
import type { ApiPage } from '#/openapi/model.ts'

interface Given {
  readonly path: string
  readonly tags: readonly string[]
}

const documentOf = (operations: readonly Given[], tags: readonly object[] = []) => ({
  openapi: '3.2.0',
  info: { title: 'Pets', version: '1' },
  tags,
  paths: Object.fromEntries(
    operations.map(({ path, tags: own }) => [
      path,
      { get: { tags: own, responses: {} } },
    ]),
  ),
})

const many = (count: number, tag: string): readonly Given[] =>
  Array.from({ length: count }, (_, at) => ({ path: `/${at}/of`, tags: [tag] }))

function allPages(page: ApiPage): readonly ApiPage[] {
  return [page, ...page.pages.flatMap((below) => allPages(below))]
}

describe('the pages of a specification', () => {
  it('have every operation on one with a key of its own, however its tags are called', () => {
    for (const name of ['a#2', '#2', 'webhooks', 'models', 'tag#2:a', 'tag', '', 'a:b']) {
      for (const long of ['a', '', 'tag', 'models']) {
        const operations = [...many(2500, long), { path: '/other', tags: [name] }]
        const { plan } = readApi(documentOf(operations))
        const pages = allPages(plan.page)
        const keys = pages.map(({ key }) => key)
        assert.deepEqual(keys, [...new Set(keys)], `${name} beside ${long}`)
        const shown = new Set(
          pages.flatMap(({ parts }) => parts.map((part) => part.name)),
        )
        assert.equal(shown.size, 2501, `${name} beside ${long}`)
      }
    }
  })

  it('are none of tags of another kind than for navigation', () => {
    const operations = [
      { path: '/a', tags: ['Pets', 'beta'] },
      { path: '/b', tags: ['beta'] },
    ]
    const { plan } = readApi(documentOf(operations, [{ name: 'beta', kind: 'badge' }]))
    assert.deepEqual(
      plan.page.pages.map(({ title, parts }) => [title, parts.map(({ name }) => name)]),
      [
        ['Pets', ['get /a']],
        ['Other operations', ['get /b']],
      ],
    )
  })
})
