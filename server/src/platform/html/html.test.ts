import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { describe, it } from 'node:test'

import { css, html } from './html.ts'

describe('html', () => {
  it('escapes what is put into a template, for text and for quoted attributes', () => {
    const hostile = `"><script>alert('1 & 2')</script>`
    assert.equal(
      html`<p title="${hostile}">${hostile}</p>`.text,
      '<p title="&quot;&gt;&lt;script&gt;alert(&#39;1 &amp; 2&#39;)&lt;/script&gt;">&quot;&gt;&lt;script&gt;alert(&#39;1 &amp; 2&#39;)&lt;/script&gt;</p>',
    )
  })

  it('takes over its own work as it is, and nothing for undefined', () => {
    const inner = html`<b>${'<i>'}</b>`
    assert.equal(html`<p>${inner}${undefined}</p>`.text, '<p><b>&lt;i&gt;</b></p>')
  })

  it('refuses an object that only looks like its work', () => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what a parsed body could smuggle in
    const fake = { text: '<b>', toString: () => '<i>' } as unknown as string
    assert.throws(() => html`${fake}`)
  })
})

describe('css', () => {
  it('names a style element by the hash of exactly what stands in it', () => {
    const { element, source } = css`
      a > b {
        color: red;
      }
    `
    const sheet = element.text.slice('<style>'.length, -'</style>'.length)
    assert.equal(element.text, `<style>${sheet}</style>`)
    assert.match(sheet, /a > b/)
    assert.equal(source, `'sha256-${hash('sha256', sheet, 'base64')}'`)
  })
})
