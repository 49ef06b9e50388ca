import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { decodePercent, encodePath, splitDestination } from './destination.ts'
import { linkDestinations } from './link-destinations.ts'
import { folderOf, joinPath, relativePath } from './paths.ts'
import { filesMeant } from './resolve-ref.ts'
import { respellDestination } from './respell-destination.ts'
import { respell } from './respell.ts'

const step = fc.constantFrom(
  'a',
  'b c',
  'é',
  '(x)',
  '100%',
  'README',
  'q&a',
  'x_y',
  "d'or",
)
const file = fc
  .array(step, { minLength: 1, maxLength: 3 })
  .map((steps) => `${steps.join('/')}.md`)

/** A path to a file, written in one of the usual styles. */
const writing = fc.record({
  absolute: fc.boolean(),
  dot: fc.boolean(),
  encoded: fc.boolean(),
  short: fc.constantFrom('nothing', 'extension', 'folder'),
  ending: fc.constantFrom('', '#x', '?a=1&b=2', '?a#b'),
})
type Writing = typeof writing extends fc.Arbitrary<infer Way> ? Way : never

const wrappings = [
  (destination: string) => `text [words](<${destination}>) text`,
  (destination: string) => `> <a href="${destination}">words</a>`,
  (destination: string) =>
    `{% content-ref url="${destination}" %}\nx\n{% endcontent-ref %}`,
]

test('no link loses its target, whatever moves where', () => {
  let respelled = 0
  fc.assert(
    fc.property(
      fc.uniqueArray(file, { minLength: 2, maxLength: 6 }),
      fc.uniqueArray(file, { minLength: 6, maxLength: 6 }),
      fc.array(fc.tuple(fc.nat(5), writing, fc.constantFrom(...wrappings)), {
        maxLength: 4,
      }),
      fc.array(fc.boolean(), { minLength: 6, maxLength: 6 }),
      (before, places, links, moving) => {
        const after = settle(before, places, moving)
        const [from = '', to = ''] = [before[0], after[0]]
        const exists = (path: string) => after.includes(path)
        const existed = (path: string) => before.includes(path)
        const targets = links.map(([index]) => before[index % before.length] ?? '')
        const page = links
          .map(([, way, wrap], index) => wrap(written(targets[index] ?? '', from, way)))
          .join('\n\n')
        const meantBefore = linkDestinations(page).map((link) =>
          meant(link.destination, from, existed),
        )
        const nowAt = (path: string) => after[before.indexOf(path)]
        const moved = respell(page, ({ destination }) => {
          const moves = { before: from, after: to, existed, exists, nowAt }
          const spelling = respellDestination(destination, moves)
          respelled += Number(spelling !== undefined)
          return spelling
        })
        const meantAfter = linkDestinations(moved).map((link) =>
          meant(link.destination, to, exists),
        )
        assert.deepEqual(
          meantAfter,
          meantBefore.map((path) => path && nowAt(path)),
          `${page}\n→\n${moved}`,
        )
      },
    ),
    { numRuns: 1000 },
  )
  assert.ok(respelled > 500)
})

/** The new place of each file: some files move, none to a place that is taken. */
function settle(
  before: readonly string[],
  places: readonly string[],
  moving: readonly boolean[],
): readonly string[] {
  const stay = new Set(before.filter((_, index) => moving[index] !== true))
  const taken = new Set(stay)
  return before.map((path, index) => {
    const place = places[index] ?? path
    if (stay.has(path)) return path
    const free =
      [place, path].find((candidate) => !taken.has(candidate)) ?? `new/${index}.md`
    taken.add(free)
    return free
  })
}

function written(target: string, from: string, way: Writing): string {
  const path = way.absolute ? `/${target}` : relativePath(folderOf(from), target)
  const short = shortened(path, way.short)
  const encoded = way.encoded ? encodePath(short) : short.replaceAll('%', '%25')
  const dotted = way.dot && !encoded.startsWith('/') && !encoded.startsWith('.')
  return `${dotted ? './' : ''}${encoded}${way.ending}`
}

function shortened(path: string, short: Writing['short']): string {
  if (short === 'nothing') return path
  const isFolder = path.endsWith('/README.md')
  if (short === 'folder' && isFolder) return path.slice(0, -'README.md'.length)
  return path.slice(0, -'.md'.length)
}

function meant(
  destination: string,
  from: string,
  isThere: (path: string) => boolean,
): string | undefined {
  const path = splitDestination(destination)?.path ?? ''
  for (const spelling of [path, decodePercent(path)]) {
    const folder = spelling.startsWith('/') ? '' : folderOf(from)
    const joined = joinPath(folder, spelling)
    const found = joined === undefined ? undefined : filesMeant(joined).find(isThere)
    if (found !== undefined) return found
  }
  return undefined
}
