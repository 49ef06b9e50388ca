import { deepEqual, doesNotMatch, equal, match, ok } from 'node:assert/strict'
import { describe, it } from 'node:test'
import { normalise } from '#/document/normalise.ts'
import { links } from '#/look/links.ts'
import { plainText } from '#/look/plain-text.ts'
import { sections } from '#/look/sections.ts'
import { read } from '#/read/read.ts'
import { write } from '#/write/write.ts'
import { blockConditions } from './conditions.ts'
import { evaluateDocument } from './evaluate-document.ts'

/** Ways to write a condition, right and wrong: nobody without claims may read SECRET. */
const forms: readonly string[] = [
  '{% if visitor.claims.pro %}\nSECRET\n{% endif %}',
  '{% if visitor.claims.plan = 3 %}\nSECRET\n{% endif %}',
  '{% if visitor.claims.plan == "pro %}\nSECRET\n{% endif %}',
  '{% if visitor.claims.pro %}\nSECRET',
  '{% if visitor.claims.pro %}\n\nSECRET\n\n## SECRET\n\n* SECRET\n',
  '{% if visitor.claims.pro %}\n\nSECRET\n\n{% if visitor.claims.pro %}\nSECRET\n{% endif %}\n\nSECRET',
  '{% if %}\nSECRET\n{% endif %}',
  '{% if %}\nSECRET',
  '{%if visitor.claims.pro%}\nSECRET\n{%endif%}',
  '{% If visitor.claims.pro %}\nSECRET\n{% EndIf %}',
  '{% IF visitor.claims.pro %}\nSECRET\n{% endif %}',
  '{% If visitor.claims.pro %}\nSECRET',
  '{%- if visitor.claims.pro -%}\nSECRET\n{%- endif -%}',
  '{% if\nvisitor.claims.pro %}\nSECRET\n{% endif %}',
  '{% if !visitor.claims.pro %}\n{% else %}\nSECRET\n{% endif %}',
  '{% if visitor.claims.pro %}\n{% elif true %}\nSECRET\n{% endif %}',
  'a {% if visitor.claims.pro %}SECRET{% endif %} b',
  'a {% if visitor.claims.pro %}SECRET',
  'a {% if %}SECRET{% endif %} b',
  'a {%- if visitor.claims.pro -%}SECRET{%- endif -%} b',
  'a {% if !visitor.claims.pro %}b{% else %}SECRET{% endif %}',
  'a {% if visitor.claims.plan == "pro %} SECRET {% endif %} b',
  'a {% if\nvisitor.claims.pro %}SECRET{% endif %}',
  'a {% if visitor.claims.pro } SECRET\n\nSECRET\n\n{% endif %}',
  '{% if visitor.claims.pro }\nSECRET\n\nSECRET',
  '{% f visitor.claims.pro %}\nSECRET\n{% endif %}',
  '**{% if visitor.claims.pro %}SECRET{% endif %}**',
  '[{% if visitor.claims.pro %}SECRET{% endif %}](a.md)',
  '## {% if visitor.claims.pro %} SECRET {% endif %}',
  '## {% if visitor.claims.pro %} SECRET\n\nSECRET\n\n{% endif %}',
  '## {% if visitor.claims.pro %} SECRET\n\nSECRET',
  '| a | b |\n| - | - |\n| {% if visitor.claims.pro %} SECRET {% endif %} | c |',
  '| a | b |\n| - | - |\n| {% if visitor.claims.pro %} | SECRET |\n| {% endif %} | c |',
  '| a | b |\n| - | - |\n| {% if visitor.claims.pro %}<br>SECRET{% endif %} | c |',
  '| a | b |\n| - | - |\n| {% if visitor.claims.pro %}<ul><li>SECRET</li></ul>{% endif %} | c |',
  '| {% if visitor.claims.pro %}SECRET{% endif %} | b |\n| - | - |\n| a | c |',
  '<table><thead><tr><th>a</th></tr></thead><tbody><tr><td>{% if visitor.claims.pro %}SECRET{% endif %}</td></tr></tbody></table>',
  '<table data-view="cards"><thead><tr><th></th></tr></thead><tbody><tr><td><strong>{% if visitor.claims.pro %}SECRET{% endif %}</strong></td></tr></tbody></table>',
  '<div>{% if visitor.claims.pro %}SECRET{% endif %}</div>',
  '<p>{% if visitor.claims.pro %}SECRET</p>\n\nSECRET\n\n{% endif %}',
  '<figure><img src="a.png" alt=""><figcaption><p>{% if visitor.claims.pro %}SECRET{% endif %}</p></figcaption></figure>',
  '<details>\n\n<summary>{% if visitor.claims.pro %}SECRET</summary>\n\nSECRET\n\n{% endif %}\n\n</details>',
  'a <mark>{% if visitor.claims.pro %}SECRET{% endif %}</mark>',
  'a <kbd>{% if visitor.claims.pro }SECRET</kbd>',
  '* {% if visitor.claims.pro %}\nSECRET\n{% endif %}',
  '* a {% if visitor.claims.pro %}SECRET\n* b',
  '> {% if visitor.claims.pro %}\n> SECRET\n\nSECRET\n\n{% endif %}',
  'a[^1]\n\n[^1]: {% if visitor.claims.pro %}SECRET',
  '{% hint style="info" %}\n{% if visitor.claims.pro %}\nSECRET\n{% endhint %}',
  '{% hint style="info" %}\n{% if visitor.claims.pro %}\nSECRET\n{% endhint %}\n\nSECRET\n\n{% endif %}',
  '{% tabs %}\n{% if visitor.claims.pro %}\n{% tab title="SECRET" %}\nSECRET\n{% endtab %}\n{% endif %}\n{% endtabs %}',
  '{% if visitor.claims.pro %}\n{% include "SECRET.md" %}',
  '{% if visitor.claims.pro %}\n\n![SECRET](SECRET.png)\n',
  '<div>\n\n{% if visitor.claims.pro %}\n\nSECRET\n\n</div>',
]

/** Somebody of whom nothing is known, in a space without variables. */
const stranger = { spaceVariables: {}, pageVariables: {}, claims: {} }

describe('a condition in the text', () => {
  for (const form of forms) {
    it(`hides from strangers what it is around: ${JSON.stringify(form)}`, () => {
      for (const eol of ['\n', '\r\n']) {
        const { document } = read(form.replaceAll('\n', eol))
        for (const scope of ['everything', 'same-for-everybody'] as const) {
          const seen = evaluateDocument(document, { scope, ...stranger, isStrict: true })
          doesNotMatch(JSON.stringify(seen), /SECRET/)
          doesNotMatch(write(seen), /SECRET/)
          doesNotMatch(plainText(seen), /SECRET/)
          doesNotMatch(JSON.stringify(sections(seen, 'Title')), /SECRET/)
        }
        const holds = blockConditions(stranger)
        const open = links(document).filter((link) => link.conditions.every(holds))
        doesNotMatch(JSON.stringify(open), /SECRET/)
      }
    })

    it(`is kept as it is written: ${JSON.stringify(form)}`, () => {
      const { document } = read(form)
      match(JSON.stringify(document), /SECRET/)
      deepEqual(normalise(read(write(document)).document), normalise(document))
    })
  }

  it('hides no more than it must', () => {
    equal(shown('A\n\n{% if %}\nSECRET\n{% endif %}\n\nB'), 'A\nB')
    equal(shown('A\n\n{% If visitor.claims.pro %}\nSECRET\n{% EndIf %}\n\nB'), 'A\nB')
    equal(shown('A\n\n{% if true %}\nB\n{% endif %}\n\nC'), 'A\nB\nC')
    equal(shown('A\n\n{% IF true %}\nB\n{% ENDIF %}\n\nC'), 'A\nB\nC')
    equal(shown('* {% if visitor.claims.pro %}\n  SECRET\n* A\n\nB'), 'A\nB')
    equal(shown('A\n\n| a |\n| - |\n| {% if %}SECRET{% endif %} |\n\nB'), 'A\nB')
  })

  it('is nothing but text where it is escaped, or code', () => {
    const texts = [
      'Write \\{% if %} around it.\n\nOPEN',
      '| a |\n| - |\n| \\{% if %} OPEN |',
      '<table data-view="cards"><thead><tr><th></th></tr></thead><tbody><tr><td>&#x7B;% if %} OPEN</td></tr></tbody></table>',
      'Write `{% if %}` around it.\n\nOPEN',
      '```\n{% if %}\n```\n\nOPEN',
      '<!-- {% if %} -->\n\nOPEN',
      '{% iframe %}\n\nOPEN',
    ]
    for (const text of texts) {
      const { document } = read(text)
      const seen = evaluateDocument(document, {
        scope: 'everything',
        ...stranger,
        isStrict: true,
      })
      equal(seen, document, text)
      ok(write(document).includes('OPEN'))
    }
  })
})

function shown(markdown: string): string {
  const { document } = read(markdown)
  return plainText(
    evaluateDocument(document, { scope: 'everything', ...stranger, isStrict: true }),
  )
}
