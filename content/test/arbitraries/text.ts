import * as fc from 'fast-check'

/** Everything that means something in Markdown, HTML, the tags or the addresses, and what is near it. */
const nasty = [
  '*',
  '**',
  '_',
  '__',
  '~',
  '~~',
  '`',
  '``',
  '```',
  '[',
  ']',
  '](',
  '![',
  '[^1]',
  '(',
  ')',
  '<',
  '>',
  '<b>',
  '</b>',
  '<br>',
  '<u>',
  '<details>',
  '<!--',
  '-->',
  '<your-token>',
  '&',
  '&amp;',
  '&#x20;',
  '&nbsp;',
  '#',
  '##',
  '# ',
  '+',
  '-',
  '- ',
  '---',
  '***',
  '=',
  '===',
  '|',
  '|-|',
  ':-',
  ':--:',
  '{',
  '}',
  '{%',
  '%}',
  '{% hint %}',
  '{{',
  '$',
  '$$',
  '$$x$$',
  ':',
  ':smile:',
  '::',
  ';',
  '!',
  '"',
  "'",
  '\\',
  '\\\\',
  '^',
  '@',
  '%',
  '/',
  '//',
  '.',
  ',',
  '1.',
  '1. ',
  '12)',
  '1)',
  '[ ] ',
  '[x] ',
  '> ',
  '\t',
  '    ',
  '\n',
  '\n\n',
  ' ',
  '  ',
  'http://a.b',
  'https://x.y/z?q=1&r=2#f',
  'www.x.y',
  'a@b.c',
  'mailto:a@b.c',
  'xmpp:a@b.c',
  'snake_case',
  'C:\\dir',
  'AT&T',
  '2 * 3',
  '~5',
  '\u00A0',
  '\u200B',
  '\u2028',
  '\uFEFF',
] as const

const words = [
  'a',
  'b',
  'word',
  'Two',
  '3',
  'é',
  'ß',
  '漢字',
  'עברית',
  'مرحبا',
  '🙂',
  '👩‍💻',
  '“',
  '—',
  '€',
]

/** What a document may hold and no Markdown file can. */
const unwritable = ['\r', '\r\n', '\0', '\uD800', '\uDC00']

const token = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...words) },
  { weight: 4, arbitrary: fc.constant(' ') },
  { weight: 6, arbitrary: fc.constantFrom(...nasty) },
)

/** Text as people and machines write it at their worst; may be empty and have line breaks. */
export const nastyText = fc
  .array(
    fc.oneof(
      { weight: 60, arbitrary: token },
      { weight: 1, arbitrary: fc.constantFrom(...unwritable) },
    ),
    { maxLength: 7 },
  )
  .map((tokens) => tokens.join(''))

/** For attributes, labels and titles, which are one line. */
export const nastyLine = fc.array(token, { maxLength: 4 }).map((tokens) =>
  tokens
    .join('')
    .replaceAll(/[\n\t\u2028]+/g, ' ')
    .trim(),
)

export const name = fc.stringMatching(/^[a-z][a-z0-9-]{0,8}$/)
