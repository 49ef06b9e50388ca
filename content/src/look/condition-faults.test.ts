import { deepEqual, equal, match } from 'node:assert/strict'
import { describe, it } from 'node:test'
import { read } from '#/read/read.ts'
import { conditionFaults } from './condition-faults.ts'

describe('the faults of conditions', () => {
  it('name the line, the character, and what is hidden', () => {
    deepEqual(faultsOf('A\n\n{% if visitor.claims.plan = 3 %}\nB\n{% endif %}\n'), [
      {
        line: 3,
        message:
          "The condition of {% if %} cannot be read: '=' has no meaning here, at character 21. What is inside is shown to nobody until this is mended.",
      },
    ])
    const [unknown] = faultsOf('{% if user.plan == 3 %}\nB\n{% endif %}\n')
    match(unknown?.message ?? '', /'user' is not known here, at character 1\./)
  })

  it('are found wherever something is hidden, one for each slip', () => {
    const lines: readonly (readonly [string, number, RegExp])[] = [
      ['A\n\n{% if visitor.claims.a %}\nB\n', 3, /no \{% endif %\} beside it/],
      ['A\n\n{% if %}\nB\n{% endif %}\n', 3, /has no expression/],
      ['A\n\n{% endif %}\n', 3, /has no \{% if %\}/],
      ['| a |\n| - |\n| {% if visitor.claims.a %}B{% endif %} |\n', 3, /a cell/],
      ['## {% if visitor.claims.a %} B\n', 1, /in the middle of a text/],
      ['* A\n\n  {% if visitor.claims.a %}\n  B\n', 3, /no \{% endif %\}/],
      ['{% if true %}\nA\n{% else %}\nB\n{% endif %}\n', 3, /no second branch/],
    ]
    for (const [markdown, line, message] of lines) {
      const faults = faultsOf(markdown)
      equal(faults.length, 1, markdown)
      equal(faults[0]?.line, line, markdown)
      match(faults[0]?.message ?? '', message)
    }
  })

  it('are none where conditions can be read, and where tags are text', () => {
    const good = [
      '{% if visitor.claims.plan == "pro" && page.vars.a == space.vars.b %}\nA\n{% endif %}\n',
      '{% If visitor.claims.a %}\nA\n{% endif %}\n',
      '`{% if %}` and \\{% if %}\n',
      '{% hint style="info" %}\nA\n',
    ]
    for (const markdown of good) deepEqual(faultsOf(markdown), [], markdown)
  })
})

function faultsOf(markdown: string) {
  return conditionFaults(read(markdown))
}
