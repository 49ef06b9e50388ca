import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import type { Code } from '@lectern/content/document/nodes.ts'
import * as fc from 'fast-check'

import { document as anyDocument } from '../../../content/test/arbitraries/document.ts'
import { context, documentOf, viewOf } from '#test/page-view.ts'
import { poisoned } from '#test/poisoned.ts'
import { assertHarmless } from '#test/strict-html.ts'
import { renderBody } from './render-body.tsx'

const attacks = [
  'javascript:alert(1)',
  ' JAVASCRIPT:alert(1)',
  'java\nscript:alert(1)',
  'javascript&#58;alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'data:image/svg+xml,<svg onload=alert(1)>',
  'vbscript:x',
  '//evil.test/x',
  '/\\evil.test',
  '"><script>alert(1)</script>',
  "' onerror='alert(1)",
  '<img src=x onerror=alert(1)>',
  '</code></pre><script>alert(1)</script>',
  '\u202Eevil\u0000\uD800',
]

const attack = fc.constantFrom(...attacks)

describe('a body of anything', () => {
  it('has no script, no handler, no style, no unsafe address and no broken nesting', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyDocument,
        fc.infiniteStream(fc.option(attack)),
        async (made, choices) => {
          const choose = () => choices.next().value ?? undefined
          const document = poisoned(made, choose)
          const view = viewOf(document, {
            title: choose() ?? 'Title',
            description: choose() ?? '',
            emoji: choose() ?? '',
            icon: choose() ?? '',
            cover: {
              asset: { src: choose() ?? '/files/a.png', name: choose() ?? '' },
              y: Number.NaN,
              size: 'full',
            },
            context: {
              language: choose() ?? 'en',
              searchHref: choose() ?? '/search',
              resolve: (ref) =>
                ref.kind === 'url'
                  ? { href: ref.url, title: choose() ?? '', isExternal: true }
                  : context.resolve(ref),
              asset: (ref) =>
                ref.kind === 'url'
                  ? { src: ref.url, name: choose() ?? '' }
                  : context.asset(ref),
              reusable: () => document,
            },
          })
          assertHarmless(await renderBody(view))
        },
      ),
      { numRuns: 300 },
    )
  })

  it('shows hostile code as its text, in colours or not', async () => {
    for (const syntax of ['js', 'html', 'markdown', 'unknown', '"><script>']) {
      const code: Code = {
        object: 'block',
        type: 'code',
        isVoid: false,
        data: { syntax, title: '<script>' },
        nodes: attacks.map((text) => ({
          object: 'block',
          type: 'code-line',
          isVoid: false,
          data: {},
          nodes: [{ object: 'text', leaves: [{ object: 'leaf', text, marks: [] }] }],
        })),
      }
      const markup = await renderBody(viewOf(documentOf(code)))
      assertHarmless(markup)
      const text = markup.replaceAll(/<[^>]*>/gu, '')
      assert.ok(text.includes('&lt;img src=x onerror=alert(1)&gt;'), syntax)
    }
  })

  it('shows a hostile formula as its source, or as what it harmlessly says', async () => {
    const formulas = [
      '\\href{javascript:alert(1)}{x}',
      '\\url{javascript:alert(1)}',
      '\\includegraphics{https://evil.test/x.png}',
      '\\htmlStyle{color:red}{x}',
      '\\htmlClass{a}{x} \\htmlId{b}{x} \\htmlData{c=d}{x}',
      '\\unicode{<script>}',
      '\\text{<script>alert(1)</script>}',
      '\\def\\a{\\a\\a}\\a',
      '\\color{"><script>}x',
      `${'{'.repeat(3000)}x`,
      '\\rule{1000em}{1000em}',
      '\\notacommand',
    ]
    for (const formula of formulas) {
      const markup = await renderBody(
        viewOf(
          documentOf({ object: 'block', type: 'math', isVoid: true, data: { formula } }),
        ),
      )
      assertHarmless(markup)
      assert.doesNotMatch(markup, /evil\.test\/x\.png"/u)
    }
  })
})
