import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import type { ApiOperation } from '@lectern/content/openapi/model.ts'
import { partName } from '@lectern/content/openapi/model.ts'
import { requestShape } from '@lectern/content/openapi/request/request-shape.ts'
import { Parser } from 'htmlparser2'

import { renderBody } from '#/blocks/render-body.tsx'
import type { BodyContext } from '#/model.ts'
import { addPet, operationAt } from '#test/openapi/try-operations.ts'
import { viewOf } from '#test/page-view.ts'

const url = 'https://api.example.com'
const hostile = '</script><script>alert(1)</script><!--<script>\u2028&quot;"\'{{x}}'

async function pageOf(
  operation: ApiOperation,
  context: Partial<BodyContext> = {},
): Promise<string> {
  const api = {
    part: () => operation,
    schemaHref: () => undefined,
  }
  const block =
    '{% openapi-operation spec="pets" path="/pets" method="get" %}\n[pets](pets)\n{% endopenapi-operation %}\n'
  return renderBody(viewOf(block, { context: { api, ...context } }))
}

/** The texts of all scripts of a page, as a browser divides it. */
function scriptsOf(html: string): readonly string[] {
  const scripts: string[] = []
  let isInside = false
  const parser = new Parser({
    onopentag(name) {
      isInside = name === 'script'
      if (isInside) scripts.push('')
    },
    ontext(text) {
      if (isInside) scripts.push((scripts.pop() ?? '') + text)
    },
    onclosetag() {
      isInside = false
    },
  })
  parser.end(html)
  return scripts
}

describe('what a page tells the form that sends an operation', () => {
  it('is the operation, whatever it says', async () => {
    const parameter = { isRequired: true, explode: false, style: 'simple' }
    const operation: ApiOperation = {
      ...addPet(url),
      path: `/pets/${hostile}`,
      parameters: [
        {
          ...parameter,
          name: hostile,
          in: 'query',
          examples: [{ text: hostile }],
          schema: { types: ['string'], values: [{ value: JSON.stringify(hostile) }] },
        },
      ],
    }
    const [data = '', ...others] = scriptsOf(await pageOf(operation))
    assert.deepEqual(others, [])
    assert.deepEqual(JSON.parse(data), {
      spec: 'pets',
      name: partName(operation),
      shape: requestShape(operation),
    })
    assert.doesNotMatch(data, /[<>&\u2028]/)
  })

  it('says where requests are sent, if they are', async () => {
    const tryProxyHref = '/docs/~try'
    const html = await pageOf(addPet(url), { tryProxyHref })
    const data: unknown = JSON.parse(scriptsOf(html)[0] ?? '')
    assert.ok(typeof data === 'object' && data !== null && 'proxyHref' in data)
    assert.equal(data.proxyHref, tryProxyHref)
  })

  it('is nothing for what no page can send', async () => {
    const none: readonly ApiOperation[] = [
      { ...addPet(url), kind: 'webhook' },
      { ...addPet(url), method: 'trace' },
      { ...addPet(url), method: 'connect' },
      { ...addPet(url), method: 'a b' },
      operationAt('/pets', '/v1'),
      operationAt('/pets', 'https://*.example.com'),
      { ...addPet(url), servers: [] },
    ]
    for (const operation of none) {
      assert.deepEqual(scriptsOf(await pageOf(operation)), [], JSON.stringify(operation))
    }
  })

  it('is bounded: examples beyond the bound are left out', async () => {
    const contents = Array.from({ length: 20 }, (_, number) => ({
      mediaType: `application/a${number}+json`,
      examples: [{ text: 'x'.repeat(10_000) }, { text: 'y'.repeat(200_000) }],
    }))
    const operation = { ...addPet(url), body: { isRequired: true, contents } }
    const scripts = scriptsOf(await pageOf(operation))
    assert.equal(scripts.length, 1)
    assert.ok((scripts[0] ?? '').length <= 100_000)
    assert.ok(scripts[0]?.includes('application/a19+json') && !scripts[0].includes('xxx'))
    const small = {
      ...operation,
      body: { isRequired: true, contents: contents.slice(0, 2) },
    }
    const [data = ''] = scriptsOf(await pageOf(small))
    assert.ok(data.includes('xxx') && !data.includes('yyy'))
  })
})
