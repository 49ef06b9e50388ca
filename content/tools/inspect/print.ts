import type { InspectedBlock, Inspection, LineChange } from './inspection.ts'

export type Style = 'bold' | 'dim' | 'cyan' | 'green' | 'red' | 'yellow'
type Paint = (style: Style, text: string) => string

const textWidth = 60

/** The inspection as lines for a terminal. */
export function printInspection(
  file: string,
  inspection: Inspection,
  paint: Paint,
): string {
  const { blocks, links, headings, verbatim, changes } = inspection
  const sections = [
    [
      `${paint('bold', file)} ${paint('dim', `${inspection.characters} characters, the text from ${inspection.bodyStart}`)}`,
    ],
    section(paint, 'Page', frontMatter(inspection, paint)),
    section(
      paint,
      count(blocks, 'block'),
      blocks.flatMap((block) => blockLines(block, 1, paint)),
    ),
    section(
      paint,
      count(links, 'link'),
      links.map(
        ({ to, text, role }) =>
          `  ${paint('cyan', to)} ${paint('dim', role)}${text === '' ? '' : ` ${quoted(text)}`}`,
      ),
    ),
    section(
      paint,
      count(headings, 'heading'),
      headings.map(
        ({ level, text, id }) =>
          `  ${'  '.repeat(level - 1)}${text} ${paint('dim', `#${id}`)}`,
      ),
    ),
    section(
      paint,
      count(verbatim, 'verbatim block'),
      verbatim.map(
        ({ reason, line, markdown }) =>
          `  ${paint('yellow', reason)} ${paint('dim', `line ${line}`)} ${quoted(markdown)}`,
      ),
    ),
    roundTrip(changes, paint),
  ]
  return `${sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`
}

function count(all: readonly unknown[], name: string): string {
  return `${all.length} ${name}${all.length === 1 ? '' : 's'}`
}

/** A heading and its lines; nothing where there are none. */
function section(
  paint: Paint,
  title: string,
  lines: readonly string[],
): readonly string[] {
  return lines.length === 0 ? [] : [paint('bold', title), ...lines]
}

function frontMatter({ page }: Inspection, paint: Paint): readonly string[] {
  const { title, attributes, unknown, problem } = page
  const known = Object.entries({ ...(title !== undefined && { title }), ...attributes })
  const width = Math.max(0, ...known.map(([name]) => name.length))
  return [
    ...known.map(
      ([name, value]) =>
        `  ${name.padEnd(width)}  ${typeof value === 'string' ? value : JSON.stringify(value)}`,
    ),
    ...(unknown.length > 0
      ? [`  ${paint('yellow', 'kept, not known:')} ${unknown.join(', ')}`]
      : []),
    ...(problem === undefined ? [] : [`  ${paint('red', 'not readable:')} ${problem}`]),
  ]
}

function blockLines(
  block: InspectedBlock,
  depth: number,
  paint: Paint,
): readonly string[] {
  const { type, key, start, end, children } = block
  const name = type === 'verbatim' ? paint('yellow', type) : paint('green', type)
  const range = paint('dim', `${start}–${end} ${key}`)
  const values = dataOf(block)
  const words = children.length > 0 || block.text === '' ? '' : ` ${quoted(block.text)}`
  return [
    `${'  '.repeat(depth)}${name} ${range}${values === '' ? '' : ` ${paint('cyan', values)}`}${words}`,
    ...children.flatMap((child) => blockLines(child, depth + 1, paint)),
  ]
}

/** The short values of a block: `style=info`. */
function dataOf({ type, data }: InspectedBlock): string {
  if (type === 'verbatim') return ''
  return Object.entries(data)
    .filter(([, value]) => typeof value !== 'object' || value === null)
    .map(([name, value]) => `${name}=${shortened(String(value), 30)}`)
    .join(' ')
}

function roundTrip(changes: readonly LineChange[], paint: Paint): readonly string[] {
  const title = paint('bold', 'A round trip through JSON would change')
  if (changes.length === 0) return [`${title} nothing`]
  return [
    `${title} ${changes.length} ${changes.length === 1 ? 'place' : 'places'}`,
    ...changes.flatMap(({ line, before, after }) => [
      paint('dim', `  line ${line}`),
      ...before.map((text) => paint('red', `  - ${text}`)),
      ...after.map((text) => paint('green', `  + ${text}`)),
    ]),
  ]
}

function quoted(text: string): string {
  return `“${shortened(text.replaceAll(/\s+/g, ' ').trim(), textWidth)}”`
}

function shortened(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length - 1).toWellFormed()}…` : text
}
