import * as fc from 'fast-check'

import type { seeded } from '../../../tools/gate.ts'

import { nastyText } from './text.ts'

type Random = ReturnType<typeof seeded>

/** Lines that open, continue and close things, well or badly. */
const lines = [
  '',
  '# Title',
  '## Title <a href="#id" id="id"></a>',
  'Setext\n===',
  '* one\n* two',
  '- [ ] task\n- [x] done',
  '1. one\n2) two',
  '   continued',
  '    indented',
  '\tindented',
  '> quoted',
  '>> deeper',
  '***',
  '```js title="x"\ncode\n```',
  '~~~',
  '```',
  '| a | b |\n| - | :-: |\n| c | d | e |',
  '$$\nx\n$$',
  '$$',
  '{% hint style="info" %}',
  '{% endhint %}',
  '{% tabs %}\n{% tab title="A" %}',
  '{% endtab %}\n{% endtabs %}',
  '{% tab title="x" %} one line {% endtab %}',
  '{% code title="a.js" %}\n```js\nx\n```\n{% endcode %}',
  '{% embed url="https://example.com" %}',
  '{% include "../x.md" %}',
  '{% unknown a="b" %}',
  '{% @x/y a="b\nc" %}',
  '<details>\n\n<summary>T</summary>\n\nbody',
  '</details>',
  '<figure><img src="a.png" alt=""><figcaption><p>c</p></figcaption></figure>',
  '<table><tr><td>a</td></tr></table>',
  '<div align="center">\n\ntext\n\n</div>',
  '<pre><code><strong>a\n</strong>b</code></pre>',
  '<p>one</p><p>two</p>',
  '<br>',
  '<!-- comment -->',
  '<u>under</u> text',
  '<video controls></video>',
  '[^1]: note',
  'text[^1] and[^2]',
  '[a]: https://example.com "t"',
  '[a][] and [b][a] and ![c][a]',
  '![alt](a.png "caption")',
  '[link](a.md "mention") [x](<b c.md>)',
  '<a href="b.md">html</a> <kbd>K</kbd> <mark style="color:red;">m</mark>',
  'http://example.com www.example.com a@example.com <https://x.y>',
  '**bold _both_** ~~gone~~ `code` :smile: $$x$$',
  'hard\\\nbreak  \nbreak',
  '\\',
  '&nbsp;&#0;&copy;',
]

/** A page put together from lines that go together only sometimes. */
export const markdown: fc.Arbitrary<string> = fc
  .array(
    fc.record({
      prefix: fc.constantFrom('', '', '', '> ', '  ', '* ', '   '),
      line: fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...lines) }, nastyText),
      gap: fc.constantFrom('\n', '\n\n'),
    }),
    { maxLength: 8 },
  )
  .map((parts) =>
    parts.map(({ prefix, line, gap }) => indent(line, prefix) + gap).join(''),
  )

/** Each line with the prefix; after a bullet, with spaces under it. */
function indent(text: string, prefix: string): string {
  // Whether an empty item begins a list depends on more than the Markdown around it.
  if (text.trim() === '') return text
  const next = prefix.replace('*', ' ')
  return prefix + text.replaceAll('\n', `\n${next}`)
}

const alphabet = [
  ...'*_~`[]()<>!#|{}%$:\\&"\'=+-.@^/\n\n\n\t   aB1é'.split(''),
  '{%',
  '%}',
  '$$',
  '```',
  '<details>',
  '</details>',
  '<table>',
  '[^1]',
  '\r\n',
  '\r',
  '\0',
  '\uFEFF',
  '\uD800',
]

/** Signs without any sense. */
export function randomMarkdown(random: Random): string {
  const length = random.below(80)
  return Array.from({ length }, () => random.pick(alphabet)).join('')
}

/** The page with some of its text cut, moved, doubled or replaced. */
export function mutate(source: string, random: Random): string {
  let mutated = source
  for (let left = 1 + random.below(4); left > 0; left -= 1) {
    const start = random.below(mutated.length + 1)
    const end = Math.min(mutated.length, start + random.below(40))
    const cut = mutated.slice(start, end)
    const rest = mutated.slice(end)
    const to = random.below(rest.length + 1)
    const head = mutated.slice(0, start)
    mutated = random.pick([
      () => head + rest,
      () => head + cut + cut + rest,
      () => head + random.pick(alphabet) + cut + rest,
      () => head + rest.slice(0, to) + cut + rest.slice(to),
    ])()
  }
  return mutated
}
