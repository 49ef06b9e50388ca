import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import { terminalPicture } from './terminal-picture.ts'

const escape = '\u001B'

function draw(text: string, columns = 20): string {
  return terminalPicture(text, { title: 'A "title"', columns })
}

describe('a picture of a terminal', () => {
  it('shows text as it is, and is read out by its title', () => {
    const picture = draw('a < b & c\n')
    assert.match(picture, /<title>A &quot;title&quot;<\/title>/)
    assert.match(picture, />a\u00A0&lt;\u00A0b\u00A0&amp;\u00A0c<\/text>/)
  })

  it('has the colours of the text, and a ground where they are the other way round', () => {
    const picture = draw(
      `${escape}[32mnew ${escape}[7mword${escape}[27m${escape}[39m old`,
    )
    assert.match(picture, /fill="#56d364">new<\/text>/)
    assert.match(picture, /<rect [^>]*fill="#56d364"\/>\n<text [^>]*>word<\/text>/)
    assert.match(picture, /<text x="\d+(?:\.\d)?"[^>]*>old<\/text>/)
    assert.ok(!picture.includes(escape))
  })

  it('goes on in the next row where a line is too long', () => {
    const rows = [...draw('abcdefgh', 3).matchAll(/>([a-z]+)<\/text>/g)]
    assert.deepEqual(
      rows.map(([, text]) => text),
      ['abc', 'def', 'gh'],
    )
  })

  it('refuses a style that it does not know, instead of drawing something else', () => {
    assert.throws(() => draw(`${escape}[95mx`), /style 95/)
  })
})
