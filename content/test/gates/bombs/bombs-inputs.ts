/** A page made to hurt whoever reads it. */
export interface Bomb {
  readonly name: string
  readonly make: () => string
}

const deep = 10_000
const cells = 1_000_000
const footnotes = 100_000
/** About the most that a page may have. */
const bytes = 1_000_000

function bomb(name: string, make: () => string): Bomb {
  return { name, make }
}

function filled(piece: string): string {
  return piece.repeat(Math.ceil(bytes / piece.length))
}

function lines(count: number, line: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => line(index)).join('\n')
}

const nested: readonly Bomb[] = [
  bomb('quotes in quotes', () => `${'>'.repeat(deep)} x`),
  bomb('quotes in quotes, line by line', () =>
    lines(1000, (index) => `${'> '.repeat(index)}x`),
  ),
  bomb('lists in lists', () =>
    lines(deep, (index) => `${' '.repeat(Math.min(index, 60))}* x`),
  ),
  bomb('lists in lists, indented', () =>
    lines(1400, (index) => `${' '.repeat(index)}- x`),
  ),
  bomb('lists in lists on one line', () => `${'- '.repeat(deep)}x`),
  bomb(
    'tags in tags',
    () => '{% hint %}\n'.repeat(deep) + '{% endhint %}\n'.repeat(deep),
  ),
  bomb(
    'tags in tags on one line',
    () => '{% tab %}'.repeat(deep) + '{% endtab %}'.repeat(deep),
  ),
  bomb('elements in elements', () => '<div>'.repeat(deep) + '</div>'.repeat(deep)),
  bomb(
    'elements in elements, line by line',
    () => '<div>\n\n'.repeat(deep) + '</div>\n\n'.repeat(deep),
  ),
  bomb(
    'details in details',
    () => '<details>\n\n'.repeat(deep) + '</details>\n\n'.repeat(deep),
  ),
  bomb('tables in tables', () => '<table><tr><td>'.repeat(deep)),
  bomb(
    'inline elements in a line',
    () => `x ${'<kbd>'.repeat(deep)}y${'</kbd>'.repeat(deep)}`,
  ),
  bomb('links in links', () => '['.repeat(deep) + 'x' + '](y)'.repeat(deep)),
  bomb('images in images', () => '!['.repeat(deep) + 'x' + '](y)'.repeat(deep)),
  bomb('emphasis in emphasis', () => '*a '.repeat(deep) + 'b*'.repeat(deep)),
]

const wide: readonly Bomb[] = [
  bomb('a million empty cells', () => `|a|\n|-|\n${'|'.repeat(cells)}`),
  bomb('a million cells in rows', () => `|a|b|\n|-|-|\n${'|\n'.repeat(cells / 2)}`),
  bomb('a wide header', () => `${'|a'.repeat(cells / 4)}|\n${'|-'.repeat(cells / 4)}|`),
  bomb('a million cells in HTML', () => `<table><tr>${'<td>'.repeat(cells / 4)}</table>`),
  bomb('footnotes', () => lines(footnotes, (index) => `[^${index}]: x`)),
  bomb(
    'references to footnotes',
    () =>
      `${lines(footnotes / 4, (index) => `x[^${index}]`)}\n\n${lines(footnotes / 4, (index) => `[^${index}]: y\n`)}`,
  ),
  bomb(
    'many references to one large footnote',
    () => `${'x[^1] '.repeat(50_000)}\n\n[^1]: ${'y '.repeat(100_000)}`,
  ),
  bomb(
    'footnotes that multiply',
    () =>
      `x[^0]\n\n${lines(40, (index) => `[^${index}]: ${`[^${index + 1}] `.repeat(10)}\n`)}`,
  ),
  bomb('definitions', () => lines(footnotes / 2, (index) => `[${index}]: x`)),
  bomb('headings with one name', () => filled('## a\n\n')),
  bomb('blocks with one content', () => filled('a\n\n')),
  bomb('list items', () => filled('* a\n')),
]

const unclosed: readonly Bomb[] = [
  bomb('tags that are never closed', () => filled('{% hint %}\n\n')),
  bomb('tags that never end', () => filled('{% hint style="')),
  bomb('tags that were never opened', () => filled('{% endhint %}\n')),
  bomb('open tags of many names', () => filled('{% tabs %}\n{% tab %}\n{% hint %}\n')),
  bomb('elements that are never closed', () => filled('<mark>a ')),
  bomb('details that are never closed', () => filled('<details>\n\n')),
  bomb('comments that are never closed', () => filled('<!-- ')),
  bomb('elements that never end', () => filled('<a href="')),
  bomb('fences that are never closed', () => filled('```\n\n~~~\n')),
  bomb('brackets', () => filled('[')),
  bomb('closing brackets', () => filled(']')),
  bomb('brackets with destinations', () => filled('[a](')),
  bomb('brackets with angle destinations', () => filled('[a](<b')),
  bomb('backticks of every length', () => lines(1400, (index) => '`'.repeat(index))),
  bomb('backticks of every length in a line', () =>
    Array.from({ length: 1400 }, (_, index) => '`'.repeat(index)).join(' '),
  ),
  bomb('dollars', () => filled('$$a ')),
  bomb('stars', () => filled('*')),
  bomb('stars and words', () => filled('*a **b _c ')),
  bomb('stars and underscores', () => filled('a**b_c~d~~')),
  bomb('ampersands', () => filled('&amp')),
  bomb('backslashes', () => filled('\\')),
]

const bait: readonly Bomb[] = [
  bomb('spaces before a word', () => `${' '.repeat(bytes)}x`),
  bomb('spaces after a word', () => `x${' '.repeat(bytes)}y`),
  bomb('tabs', () => `x\n${'\t'.repeat(bytes)}x`),
  bomb('spaces in a tag', () => `{%${' '.repeat(bytes)}`),
  bomb('spaces in a heading', () => `# a${' '.repeat(bytes)}#b`),
  bomb('a long word with dots', () => filled('a.')),
  bomb('addresses', () => filled('a@')),
  bomb('addresses with dots', () => filled('a@b.')),
  bomb('addresses of the web', () => filled('www.')),
  bomb('addresses of the web with brackets', () => filled('http://a(')),
  bomb('colons', () => filled(':a')),
  bomb('colons alone', () => filled(':')),
  bomb('style declarations', () => `<mark style="${filled('color:')}">x</mark>`),
  bomb('attributes', () => `x <a ${filled('a=b ')}>y</a>`),
  bomb('line endings', () => filled('\n')),
  bomb('carriage returns', () => filled('\r')),
  bomb('null characters', () => filled('\0')),
  bomb('lone surrogates', () => filled('\uD800')),
  bomb('lone pipes', () => filled('|')),
  bomb('dashes', () => filled('-')),
  bomb('dashes in lines', () => filled('-\n')),
  bomb('numbers', () => filled('1')),
  bomb('equals signs', () => filled('a\n=\n')),
  bomb('a page ten times too large', () => filled('word ').repeat(10)),
]

export const bombs: readonly Bomb[] = [...nested, ...wide, ...unclosed, ...bait]
