import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import type { ApiPart } from '@lectern/content/openapi/model.ts'

import { outline } from '#/blocks/outline.ts'
import { renderBody } from '#/blocks/render-body.tsx'
import { partsOf, petParts, petsPage } from '#test/openapi/pets.ts'
import { samplesOf } from './sample-languages.ts'
import { sampleRequest } from './sample-request.ts'
import { viewOf } from '#test/page-view.ts'
import { assertHarmless } from '#test/strict-html.ts'

const attacks = [
  '"><script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '</code></pre></details><script>alert(1)</script>',
  'javascript:alert(1)',
  '[x](javascript:alert(1)) ![x](https://evil.test/x.png)',
  '{% embed url="https://evil.test/" %}\n\n{% include "x" %} {{ 1 + 1 }}',
  '[page](lectern:page/secret) <iframe src="https://evil.test"></iframe>',
  '{% openapi-operation spec="pets" path="/pets" method="get" %}\n{% endopenapi-operation %}',
  '$$\\href{javascript:alert(1)}{x}$$',
  '\u202Eevil\u0000\uD800',
  '`'.repeat(500),
  '__proto__',
  '{'.repeat(200),
]

/** The parts with every text of theirs replaced, except what names them. */
function poisoned(value: unknown, attack: string, key = ''): unknown {
  if (['kind', 'method', 'path', 'in', 'folded', 'type'].includes(key)) return value
  if (typeof value === 'string') return attack
  if (Array.isArray(value)) {
    return value.map((each) => poisoned(each, attack, key === 'types' ? '' : key))
  }
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inside]) => [name, poisoned(inside, attack, name)]),
  )
}

describe('a specification of strangers', () => {
  for (const attack of attacks) {
    it(`does no harm with ${JSON.stringify(attack.slice(0, 40))} in every text`, async () => {
      const parts = new Map<string, ApiPart>()
      for (const part of petParts) {
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same form with other texts
        const made = poisoned(part, attack) as ApiPart
        const name = part.kind === 'schema' ? part.name : `${part.method} ${part.path}`
        parts.set(`${part.kind} ${name}`, made)
      }
      const view = viewOf(petsPage, {
        context: {
          api: {
            part: (_spec, kind, name) => parts.get(`${kind} ${name}`) ?? 'gone',
            schemaHref: partsOf(petParts).schemaHref,
          },
        },
      })
      const html = await renderBody(view)
      assertHarmless(html)
      assert.doesNotMatch(html, /<img|evil\.test\/x\.png"|href="lectern/u)
      for (const { title } of outline(view)) {
        assert.ok(!title.includes('\n') && !title.includes('\0'), title)
      }
    })
  }

  it('cannot end a string of a sample and go on as code', () => {
    const evil = `a'b"c\`d#{e}\\f$(g)\n"""h`
    const [, add] = petParts
    assert.ok(add !== undefined && add.kind !== 'schema')
    const [bearer = []] = add.security ?? []
    const header = {
      name: evil,
      in: 'header',
      isRequired: true,
      style: 'simple',
      explode: false,
      examples: [{ text: evil }],
    } as const
    for (const mediaType of [
      'application/json',
      'text/plain',
      'multipart/form-data',
      'application/x-www-form-urlencoded',
    ]) {
      const text = mediaType === 'text/plain' ? evil : JSON.stringify({ [evil]: evil })
      const request = sampleRequest(
        {
          ...add,
          path: `/p/${evil}`,
          servers: [{ url: `https://a.example/${evil}`, variables: [] }],
          security: [bearer],
          parameters: [header, { ...header, in: 'query' }, { ...header, in: 'cookie' }],
          body: { isRequired: true, contents: [{ mediaType, examples: [{ text }] }] },
        },
        1000,
      )
      const { postData, ...rest } = request
      assert.doesNotMatch(JSON.stringify(rest), /['`$#\\]|[^\\]"[a-z]"c/u)
      if (mediaType.includes('form')) {
        for (const { name, value = '' } of postData?.params ?? []) {
          assert.doesNotMatch(name + value, /['"`$#\\]/u)
        }
      }
      const titles = samplesOf(request).map(({ title }) => title)
      assert.equal(titles.includes('Ruby'), postData?.text === undefined, mediaType)
      assert.equal(titles.includes('PHP'), mediaType !== 'text/plain', mediaType)
    }
  })
})
