import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'

import subsetFont from 'subset-font'

/** Makes the font of formulas: what they are made of, from a whole font, which is three times as large. */
const folder = path.resolve(import.meta.dirname, '../sites/src/styles/fonts')
const fontFile = path.join(folder, 'math.woff2')
const recordFile = path.join(folder, 'math.json')

const source = createRequire(path.join(folder, 'package.json')).resolve(
  '@fontsource/stix-two-math/files/stix-two-math-latin-400-normal.woff2',
)

/** First and last code points. */
const ranges: readonly (readonly [number, number])[] = [
  // Latin, dotless letters, accents, Greek.
  [0x20, 0x7e],
  [0xa0, 0xff],
  [0x131, 0x131],
  [0x237, 0x237],
  [0x300, 0x338],
  [0x391, 0x3f6],
  // Punctuation, primes, invisible operators, accents above, letter-like symbols.
  [0x2010, 0x2063],
  [0x20d0, 0x20d7],
  [0x2102, 0x2135],
  // Arrows and operators.
  [0x2190, 0x21ff],
  [0x2200, 0x22ff],
  // Ceilings and floors, corners, smiles, brackets over and under.
  [0x2308, 0x230b],
  [0x231c, 0x231f],
  [0x2322, 0x2323],
  [0x23b0, 0x23b1],
  [0x23dc, 0x23e1],
  [0x25a0, 0x25ca],
  // Angle brackets, long arrows, large operators, relations.
  [0x27e8, 0x27ef],
  [0x27f5, 0x27ff],
  [0x2a00, 0x2a10],
  [0x2a3f, 0x2a3f],
  [0x2a7d, 0x2aaf],
  // Letters and digits in all styles.
  [0x1d400, 0x1d7ff],
]

const characters = ranges
  .flatMap(([first, last]) =>
    Array.from({ length: last - first + 1 }, (_, at) => String.fromCodePoint(first + at)),
  )
  .join('')

const whole = await readFile(source)
const madeFrom = digest(whole, characters)

if (process.argv.includes('--check')) {
  const font = await readFile(fontFile)
  const wanted = record(madeFrom, font)
  if ((await readFile(recordFile, 'utf8')) !== wanted) {
    process.stderr.write(
      'The font of formulas is stale: run `node tools/generate-math-font.ts`.\n',
    )
    process.exitCode = 1
  }
} else {
  const font = await subsetFont(whole, characters, { targetFormat: 'woff2' })
  await writeFile(fontFile, font)
  await writeFile(recordFile, record(madeFrom, font))
}

function record(from: string, font: Uint8Array): string {
  return `${JSON.stringify({ madeFrom: from, font: digest(font) }, null, 2)}\n`
}

function digest(...parts: readonly (string | Uint8Array)[]): string {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest('hex')
}
