import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import type { ApiPart } from '@lectern/content/openapi/model.ts'

import { outline } from '#/blocks/outline.ts'
import { renderBody } from '#/blocks/render-body.tsx'
import { addPet, listPets, partsOf, petParts, petsPage } from '#test/openapi/pets.ts'
import { viewOf } from '#test/page-view.ts'
import { assertHarmless } from '#test/strict-html.ts'

const viewWith = (parts: readonly ApiPart[], body = petsPage) =>
  viewOf(body, { context: { api: partsOf(parts) } })

function textOf(markup: string): string {
  return markup
    .replaceAll(/<[^>]*>/gu, ' ')
    .replaceAll('&#x27;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&gt;', '>')
    .replaceAll(/\s+/gu, ' ')
}

describe('a page of a specification', () => {
  it('says all that one must know to call an operation', async () => {
    const html = await renderBody(viewWith(petParts))
    assertHarmless(html)
    const text = textOf(html)
    for (const said of [
      'GET https://eu.pets.example/v1 /pets',
      'Deprecated',
      'HTTP Bearer · JWT or API key',
      'https://{region}.pets.example/v1',
      'Query parameters',
      'limit integer · int32',
      '≥ 1 ≤ 100 Default: 20',
      'status string[] required',
      'Request body required',
      'string · uuid required read only',
      'string | null · email write only',
      'available Waits for somebody.',
      'One of · animal',
      'Cat cat',
      'No further properties',
      'Further properties string Any text by a name of yours.',
      'Contains itself · See Pet',
      '204 It is gone.',
      'X-Next string Where the next page begins.',
      '{$request.body#/callbackUrl}',
      'Webhook POST newPet',
      'trace /pets/{petId} This is no longer part of the specification.',
    ]) {
      assert.ok(text.includes(said), said)
    }
  })

  it('shows how to send the request in eight languages, and what comes back', async () => {
    const html = await renderBody(viewWith([listPets]))
    const titles = [...html.matchAll(/data-title="([^"]*)"/gu)].map(([, title]) => title)
    assert.deepEqual(titles.slice(0, 10), [
      'cURL',
      'JavaScript',
      'Python',
      'Go',
      'Java',
      'PHP',
      'Ruby',
      'C#',
      '200',
      'default',
    ])
    const text = textOf(html)
    assert.ok(
      text.includes(
        "curl 'https://eu.pets.example/v1/pets?status=available&amp;status=pending'",
      ),
    )
    assert.ok(text.includes("--header 'Authorization: Bearer YOUR_TOKEN'"))
    assert.match(text, /"\s*name\s*"\s*:\s*"Rex"/u)
  })

  it('sends the body of an example, and files as files', async () => {
    const [content] = addPet.body?.contents.slice(1) ?? []
    assert.ok(content !== undefined)
    const json = textOf(await renderBody(viewWith([addPet])))
    assert.ok(json.includes('"breed": "Collie"'))
    const files = { ...addPet, body: { isRequired: true, contents: [content] } }
    const text = textOf(await renderBody(viewWith([files])))
    assert.ok(text.includes("--form 'picture=@file'"))
    assert.ok(text.includes('multipart'))
    assert.ok(!text.includes('curl_mime_init'))
  })

  it('has a place to link to for each operation, parameter, body and response', async () => {
    const html = await renderBody(viewWith(petParts))
    const ids = new Set([...html.matchAll(/ id="([^"]*)"/gu)].map(([, id]) => id))
    for (const id of [
      'get-pets',
      'get-pets-query-limit',
      'get-pets-header-x-request-id',
      'get-pets-response-200',
      'post-pets-body',
      'delete-pets-petid-path-petid',
      'schema-Owner',
    ]) {
      assert.ok(ids.has(id), id)
    }
    assert.match(html, /href="#schema-Owner"/u)
    assert.match(html, /href="#schema-Pet"/u)
  })

  it('lists operations and schemas in the outline, under headings of the page or alone', () => {
    assert.deepEqual(
      outline(viewWith(petParts)).map(({ title, level }) => [title, level]),
      [
        ['List pets', 2],
        ['Add a pet', 2],
        ['Forget', 2],
        ['A pet was added', 3],
        ['Owner', 3],
        ['Problem', 3],
      ],
    )
  })

  it('leads to another page for a schema that is shown there', async () => {
    const body = petsPage.slice(0, petsPage.indexOf('{% openapi-schemas'))
    const html = await renderBody(viewWith(petParts, body))
    assert.match(html, /href="\/docs\/models#schema-pet"/u)
  })

  it('shows what the author wrote if the specification cannot be read', async () => {
    const html = await renderBody(viewOf(petsPage))
    assert.match(html, /OpenAPI pets/u)
    assert.doesNotMatch(html, /api-operation|no longer/u)
  })

  it('speaks the language of the page', async () => {
    const html = await renderBody(
      viewOf(petsPage, { context: { api: partsOf(petParts), language: 'de' } }),
    )
    const text = textOf(html)
    for (const said of ['Abfrageparameter', 'erforderlich', 'Antworten', 'Veraltet']) {
      assert.ok(text.includes(said), said)
    }
  })

  it('opens everything on paper, with one sample', async () => {
    const among = { id: 'p-1', levelsLower: 1 }
    const html = await renderBody({ ...viewWith(petParts), among })
    assertHarmless(html)
    assert.doesNotMatch(html, /<details(?![^>]* open)/u)
    assert.doesNotMatch(html, /JavaScript/u)
  })
})
