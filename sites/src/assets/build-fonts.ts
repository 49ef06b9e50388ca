import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'

import { type AssetFile, contentTypeOf, type FontFile } from './assets.ts'

/** The packages of the fonts that settings name, whose licences allow to pass them on. */
const packages = [
  '@fontsource-variable/fira-code',
  '@fontsource-variable/inconsolata',
  '@fontsource-variable/inter',
  '@fontsource-variable/jetbrains-mono',
  '@fontsource-variable/merriweather',
  '@fontsource-variable/noto-sans',
  '@fontsource-variable/open-sans',
  '@fontsource-variable/overpass',
  '@fontsource-variable/raleway',
  '@fontsource-variable/roboto',
  '@fontsource-variable/roboto-mono',
  '@fontsource-variable/roboto-slab',
  '@fontsource-variable/source-code-pro',
  '@fontsource-variable/source-sans-3',
  '@fontsource/dm-mono',
  '@fontsource/fira-sans',
  '@fontsource/ibm-plex-mono',
  '@fontsource/ibm-plex-serif',
  '@fontsource/lato',
  '@fontsource/poppins',
  '@fontsource/space-mono',
]
/** The font of formulas is a part of it. */
const mathPackage = '@fontsource/stix-two-math'

/** Scripts beyond these are left to the fonts that readers have. */
const subsets = [
  'latin',
  'latin-ext',
  'cyrillic',
  'cyrillic-ext',
  'greek',
  'vietnamese',
] as const
/** The weights of fonts that have a file for each. */
const staticWeights = [400, 500, 700]

interface Metadata {
  readonly id: string
  readonly family: string
  readonly styles: readonly ('normal' | 'italic')[]
  readonly weights: readonly number[]
  readonly license: { readonly attribution?: string | null }
}

export interface FontAssets {
  readonly fonts: readonly FontFile[]
  readonly files: ReadonlyMap<string, AssetFile>
}

const { resolve } = createRequire(import.meta.url)

/** Reads the fonts from their packages, with the licences under which they are passed on. */
export async function buildFonts(): Promise<FontAssets> {
  const files = new Map<string, AssetFile>()
  const fonts: FontFile[] = []
  const keep = (name: string, extension: string, body: Buffer) => {
    const hash = createHash('sha256').update(body).digest('hex').slice(0, 8)
    const hashed = `${name}-${hash.toUpperCase()}.${extension}`
    files.set(hashed, { body, contentType: contentTypeOf(hashed) })
    return hashed
  }
  for (const name of packages) {
    for (const { file, ...font } of await filesOf(name)) {
      const body = await readFile(file)
      fonts.push({ ...font, name: keep(path.basename(file, '.woff2'), 'woff2', body) })
    }
  }
  const licences = await Promise.all([...packages, mathPackage].map(licenceOf))
  keep('font-licences', 'txt', Buffer.from(licences.join('\n\n')))
  return { fonts, files }
}

type Candidate = Omit<FontFile, 'name'> & { readonly file: string }

async function filesOf(name: string): Promise<Candidate[]> {
  const { id, family, styles, weights } = await read<Metadata>(name, 'metadata.json')
  const ranges = await read<Partial<Record<string, string>>>(name, 'unicode.json')
  const isVariable = name.startsWith('@fontsource-variable/')
  const all = isVariable
    ? [{ key: 'wght', weight: `${weights.at(0)} ${weights.at(-1)}` }]
    : staticWeights
        .filter((weight) => weights.includes(weight))
        .map((weight) => ({ key: String(weight), weight: String(weight) }))
  return subsets.flatMap((subset) => {
    const range = ranges[subset]
    if (range === undefined) return []
    return styles.flatMap((style) =>
      all.map(({ key, weight }) => ({
        family,
        subset,
        style,
        weight,
        range,
        file: resolve(`${name}/files/${id}-${subset}-${key}-${style}.woff2`),
      })),
    )
  })
}

async function licenceOf(name: string): Promise<string> {
  const { family, license } = await read<Metadata>(name, 'metadata.json')
  const text = await readFile(resolve(`${name}/LICENSE`), 'utf8')
  return `${family}\n${license.attribution ?? ''}\n\n${text}`
}

async function read<Contents>(name: string, file: string): Promise<Contents> {
  const text = await readFile(resolve(`${name}/${file}`), 'utf8')
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the package is pinned
  return JSON.parse(text) as Contents
}
