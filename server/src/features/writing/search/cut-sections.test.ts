import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import { cutSections } from './cut-sections.ts'

const page = {
  id: 'p',
  title: 'Big Queue',
  description: 'About waiting',
  projection: null,
  sight: '',
}

describe('a page is cut into sections', () => {
  it('with the title in all of them, and marks for what the index answers by itself', () => {
    const cut = cutSections({
      spaceId: 'S',
      pages: [{ ...page, markdown: 'Intro\n\n## Retries\n\nAgain' }],
    })
    assert.deepEqual(cut.anchors, [null, 'retries'])
    assert.deepEqual(cut.headings, ['Big Queue', 'Retries'])
    assert.deepEqual(cut.bodies, ['Intro', 'Again'])
    const [first = '', second = ''] = cut.vectors.map((vector) => ` ${vector} `)
    for (const lexeme of [
      `'@S'`,
      `'#queue'`,
      `'^queue'`,
      `'queue':2A`,
      `'waiting':14C`,
    ]) {
      assert.ok(first.includes(` ${lexeme} `), lexeme)
    }
    for (const lexeme of [`'@S'`, `'#queue'`, `'#retries'`, `'retries':13B`]) {
      assert.ok(second.includes(` ${lexeme} `), lexeme)
    }
    assert.ok(!second.includes(`'^`) && !second.includes('waiting'))
  })

  it('and shows its description where it begins with a heading', () => {
    const { bodies } = cutSections({
      spaceId: 'S',
      pages: [
        { ...page, markdown: '## Only\n\nText' },
        { ...page, markdown: null },
      ],
    })
    assert.deepEqual(bodies, ['About waiting', 'Text', 'About waiting'])
  })

  it('whose diagrams are found and not shown', () => {
    const markdown = 'Intro\n\n```mermaid\ngraph LR; Billing-->Ledger\n```\n'
    const { bodies, vectors } = cutSections({
      spaceId: 'S',
      pages: [{ ...page, markdown }],
    })
    assert.deepEqual(bodies, ['Intro'])
    assert.match(vectors[0] ?? '', /'ledger':/)
  })

  it('marked as one for all readers only where no condition is in it', () => {
    assert.deepEqual(forAll('Plain'), [true])
    assert.deepEqual(forAll('By <code class="expression">space.vars.name</code>'), [true])
    for (const condition of [
      'space.vars.released != "no"',
      '!space.vars.released',
      '!page.vars.hidden',
      'space.vars.released || true',
      'page.vars.hidden ? false : true',
      '!visitor.claims.plan',
    ]) {
      const text = `{% if ${condition} %}\nSecret\n{% endif %}`
      assert.deepEqual(forAll(text), [false], condition)
    }
  })

  it('whose tiers do not depend on hidden sections before them', () => {
    const open = Array.from({ length: 200 }, (_, n) => `## Part ${n}\n\nText ${n}.\n\n`)
    const hidden =
      '{% if visitor.claims.beta == true %}\n## Secret\n\nWords.\n{% endif %}\n\n'
    const alone = tiersIn(`Intro.\n\n${open.join('')}`)
    assert.equal(alone.length, 201)
    assert.ok(alone.some((tiers) => tiers > 0))
    assert.deepEqual(tiersIn(`Intro.\n\n${hidden}${open.join('')}`), alone)
  })

  it('whose vectors stay small, however long it is', () => {
    const markdown = Array.from({ length: 60_000 }, (_, n) => `w${n} same`).join(' ')
    const { bodies, vectors } = cutSections({
      spaceId: 'S',
      pages: [{ ...page, markdown }],
    })
    assert.ok(Buffer.byteLength(bodies[0] ?? '') <= 100_000)
    assert.ok(Buffer.byteLength(vectors[0] ?? '') < 1_000_000)
  })
})

/** Of each section of a text, whether it is marked as one for all readers. */
function forAll(text: string): readonly boolean[] {
  const markdown = `Welcome\n\n${text}\n`
  const { vectors } = cutSections({ spaceId: 'S', pages: [{ ...page, markdown }] })
  return vectors.map((vector) => vector.split(' ').includes("'='"))
}

/** Of each section of a page that everybody sees, the number of its tiers. */
function tiersIn(markdown: string): readonly number[] {
  const { vectors } = cutSections({ spaceId: 'S', pages: [{ ...page, markdown }] })
  return vectors
    .filter((vector) => vector.includes("'='"))
    .map((vector) => vector.match(/'~\d'/g)?.length ?? 0)
}
