import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import type { ApiPart } from '@lectern/content/openapi/model.ts'

import { planOf } from '#/blocks/plan.ts'
import { outline } from '#/blocks/outline.ts'
import { renderBody } from '#/blocks/render-body.tsx'
import { addPet, partsOf } from '#test/openapi/pets.ts'
import { viewOf } from '#test/page-view.ts'

const body = (source: string) =>
  `{% openapi src="${source}" path="/pets" method="POST" %}\nWhat it is\n{% endopenapi %}\n`

function part(spec: string, kind: ApiPart['kind'], name: string) {
  if (spec !== 'file lectern:file/pets') return undefined
  return partsOf([addPet]).part('pets', kind, name)
}

describe('an operation of a file', () => {
  const api = { part, schemaHref: () => undefined }
  const view = (source: string) =>
    viewOf(body(source), { context: { api, tryProxyHref: '/~try' } })

  it('is shown as one of a specification, but never sent through the site', async () => {
    const shown = view('lectern:file/pets')
    const html = await renderBody(shown)
    assert.match(html, /class="api-operation" id="post-pets"/u)
    assert.match(html, /api-side/u)
    assert.doesNotMatch(html, /What it is/u)
    assert.match(html, /<lectern-try/u)
    assert.doesNotMatch(html, /~try/u)
    assert.equal(planOf(shown).api.count, 1)
    assert.equal(outline(shown).length, 1)
  })

  it('shows its method, its path and what the author wrote if it cannot be read', async () => {
    for (const source of ['lectern:file/gone', 'https://else.example/api.json', 'pets']) {
      const html = await renderBody(view(source))
      assert.match(html, /<span class="api-method">POST<\/span><code>\/pets<\/code>/u)
      assert.match(html, /What it is/u)
    }
  })

  it('leads to a document at another address where the author wrote nothing', async () => {
    const away = 'https://else.example/api.json'
    const markdown = body(away).replace('What it is\n', '')
    const html = await renderBody(viewOf(markdown, { context: { api } }))
    assert.match(html, /href="https:\/\/else\.example\/api\.json"/u)
  })
})
