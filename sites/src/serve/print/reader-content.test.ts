import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import type { DocumentPage, GroupPage, Page } from '@lectern/contract/pages.ts'

import { indexRevision } from '#/serve/reads/revision-index.ts'

import { chosenPages } from './reader-content.ts'

const layout = {
  width: 'default',
  cover: true,
  coverSize: 'hero',
  title: true,
  description: true,
  tableOfContents: true,
  outline: true,
  pagination: true,
  metadata: false,
  coverMask: 'none',
  tags: true,
  actions: true,
  anchors: true,
} as const

function page(id: string, pages: Page[] = [], hidden = false): DocumentPage {
  const place = { id, title: id, slug: id, path: id, pages, hidden }
  const urls = { app: 'http://app.example/' }
  return { ...place, type: 'document', kind: 'sheet', urls, layout, tags: [] }
}

function group(id: string, pages: Page[]): GroupPage {
  return { id, title: id, slug: id, path: id, type: 'group', kind: 'group', pages }
}

function chosen(pages: Page[], pageId?: string) {
  const revision = indexRevision({
    object: 'revision',
    id: 'r',
    type: 'edits',
    parents: [],
    pages,
    files: [],
    reusableContents: [],
    tags: [],
    createdAt: '2026-01-02T03:04:05.000Z',
    urls: { app: 'http://app.example/' },
  })
  const found = chosenPages(revision, pageId)
  const names = found?.pages.map((each) => `${each.depth} ${each.page.id}`)
  return { names, cut: found?.cut, root: found?.root?.id }
}

describe('what a reader prints', () => {
  const tree = [
    page('home'),
    group('basics', [page('install', [page('linux')]), page('draft', [], true)]),
    group('empty', [page('later', [], true)]),
    page('secret', [page('below')], true),
  ]

  it('is the whole space without what is hidden, or a page with those below it', () => {
    const all = ['0 home', '0 basics', '1 install', '2 linux']
    assert.deepEqual(chosen(tree).names, all)
    assert.deepEqual(chosen(tree, 'install'), {
      names: ['0 install', '1 linux'],
      cut: undefined,
      root: 'install',
    })
    assert.deepEqual(chosen(tree, 'basics').names, ['0 basics', '1 install', '2 linux'])
  })

  it('is what is hidden only where it is named', () => {
    assert.deepEqual(chosen(tree, 'secret').names, ['0 secret', '1 below'])
    assert.equal(chosen(tree, 'empty').names, undefined)
  })

  it('is nothing where there is no such page, and in a space without pages', () => {
    assert.equal(chosen(tree, 'none').names, undefined)
    assert.equal(chosen(tree, '').names, undefined)
    assert.equal(chosen([]).names, undefined)
  })

  it('ends after a hundred pages, and never with a heading of nothing', () => {
    const many = Array.from({ length: 100 }, (_, at) => page(`page-${at}`))
    assert.equal(chosen(many).cut, undefined)
    const more = chosen([...many, group('rest', [page('one'), page('two')])])
    assert.equal(more.names?.at(-1), '0 page-99')
    assert.deepEqual(more.cut, { count: 100, total: 102 })
  })
})
