import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import { cleanSvg } from './clean-svg.ts'

const box = 'viewBox="0 0 120.4 60"'

function cleaned(inside: string, root = box): string {
  return cleanSvg(`<svg ${root}>${inside}</svg>`)?.svg ?? ''
}

describe('cleaning a drawing', () => {
  it('keeps what draws, and gives it the size of its box', () => {
    const drawing = cleanSvg(
      `<svg id="d" width="100%" style="max-width: 9px" ${box}><style>#d .a{fill:#123}</style>` +
        '<g transform="translate(1,2)"><path d="M0 0h9" marker-end="url(#arrow)"/>' +
        '<text x="1"><tspan dy="1em">Say &lt;b&gt; &amp; more</tspan></text></g></svg>',
    )
    assert.deepEqual([drawing?.width, drawing?.height], [121, 60])
    assert.equal(
      drawing?.svg,
      '<svg xmlns="http://www.w3.org/2000/svg" id="d" viewBox="0 0 120.4 60" width="121" height="60">' +
        '<style>#d .a{fill:#123}</style><g transform="translate(1,2)">' +
        '<path d="M0 0h9" marker-end="url(#arrow)"></path>' +
        '<text x="1"><tspan dy="1em">Say &lt;b&gt; &amp; more</tspan></text></g></svg>',
    )
  })

  it('leaves out whatever runs, with all that it holds', () => {
    for (const hostile of [
      '<script>alert(1)</script>',
      '<foreignObject><body xmlns="http://www.w3.org/1999/xhtml"><img src="x" onerror="alert(1)"/></body></foreignObject>',
      '<iframe src="https://far.example/"/>',
      '<animate attributeName="href" to="javascript:alert(1)"/>',
      '<set attributeName="onclick" to="alert(1)"/>',
      '<image href="https://far.example/a.png"/>',
      '<feImage href="https://far.example/a.png"/>',
      '<?xml-stylesheet href="https://far.example/a.css"?>',
      '<!--<g onclick="alert(1)">-->',
    ]) {
      const inside = cleaned(hostile)
        .replace(/^<svg[^>]*>/, '')
        .replace('</svg>', '')
      assert.equal(inside, '', hostile)
    }
  })

  it('leaves out attributes that run or lead out, and links around what they hold', () => {
    assert.equal(
      cleaned(
        '<a xlink:href="javascript:alert(1)" target="_top"><rect onclick="alert(1)" x="1" data-x="y"/></a><use href="https://far.example/#a"/><use xlink:href="#a"/>',
      ).replace(/^<svg[^>]*>/, ''),
      '<g><rect x="1"></rect></g><use></use><use href="#a"></use></svg>',
    )
  })

  it('looks at a style sheet as a whole, whatever it is cut into', () => {
    for (const between of ['&#112;', '<!-- -->p', '<g/>p', '<![CDATA[p]]>']) {
      const svg = cleaned(`<style>@im${between}ort "https://far.example/a.css";</style>`)
      assert.doesNotMatch(svg, /@import/, between)
    }
  })

  it('leaves no style that loads, however it is written', () => {
    for (const css of [
      'fill:url(https://far.example/a)',
      'fill:URL( "//far.example/a")',
      'fill:u\\72l(https://far.example/a)',
      'fill:ur/**/l(https://far.example/a)',
      'background:image-set("https://far.example/a" 1x)',
    ]) {
      for (const drawing of [
        cleaned(`<style>.a{${css}}</style>`),
        cleaned(`<rect style='${css}'/>`),
        cleaned(`<rect fill='${css}'/>`),
      ]) {
        assert.doesNotMatch(drawing, /(?:url|image-set)\s*\(\s*(?!#)/i, css)
      }
    }
    const imported = cleaned('<style>@import "https://far.example/a.css";</style>')
    assert.doesNotMatch(imported, /@import/)
    assert.doesNotMatch(cleaned('<style>@font-face{src:x}</style>'), /@font-face/)
  })

  it('finds what loads also where something that is left out parts it', () => {
    const controls = Array.from({ length: 32 }, (_, code) => code)
    const parting = [
      ...controls.map((code) => String.fromCodePoint(code)),
      ...[...controls, 0xfffe, 0xffff, 0xd800].map((code) => `&#${code};`),
      '\uFFFE',
      '\uFFFF',
      '\uD800',
      '\\',
      '/**/',
      '/*\\*/',
      '\\/**/',
      '/\u0001**/',
      '&#92;',
    ]
    for (const word of ['url(', '@import', 'image-set(', 'src(', '@font-face']) {
      for (let at = 1; at < word.length; at += 1) {
        for (const part of parting) {
          const css = `${word.slice(0, at)}${part}${word.slice(at)}//far.example/a.svg)`
          const svg = cleaned(`<style>${css}</style><g style='${css}' fill='${css}'/>`)
          assert.ok(!svg.includes(word), JSON.stringify([css, svg]))
        }
      }
    }
  })

  it('refuses what is no drawing, or has no bounded size', () => {
    for (const text of [
      '',
      'words',
      '<html><body/></html>',
      '<svg></svg>',
      '<svg viewBox="0 0 0 10"/>',
      '<svg viewBox="0 0 NaN 10"/>',
      '<svg viewBox="0 0 1e9 10"/>',
    ]) {
      assert.equal(cleanSvg(text), undefined, text)
    }
  })
})
