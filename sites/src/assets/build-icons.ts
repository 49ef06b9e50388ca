import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

import type { DrawnIcon, IconSet } from '#/icons/icon-set.ts'

import { type AssetFile, contentTypeOf } from './assets.ts'

const iconPackage = '@fortawesome/fontawesome-free'

interface Outline {
  readonly width: number
  readonly height: number
  readonly path: string
}

type Style = 'solid' | 'regular' | 'brands'

interface Metadata {
  readonly aliases?: { readonly names?: readonly string[] }
  readonly svgs: { readonly classic?: Readonly<Partial<Record<Style, Outline>>> }
}

export interface IconAssets {
  readonly icons: IconSet
  readonly files: ReadonlyMap<string, AssetFile>
}

const { resolve } = createRequire(import.meta.url)

/** Reads the icons from their package, with the licence under which they are passed on. */
export async function buildIcons(): Promise<IconAssets> {
  const text = await readFile(
    resolve(`${iconPackage}/metadata/icon-families.json`),
    'utf8',
  )
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the package is pinned
  const all = JSON.parse(text) as Readonly<Record<string, Metadata>>
  const icons: Record<string, DrawnIcon> = {}
  const otherNames: Record<string, string> = {}
  for (const [name, { aliases, svgs }] of Object.entries(all)) {
    const icon = iconOf(svgs.classic ?? {})
    if (icon === undefined) continue
    icons[name] = icon
    for (const other of aliases?.names ?? []) otherNames[other] = name
  }
  const licence = await readFile(resolve(`${iconPackage}/LICENSE.txt`))
  const hash = createHash('sha256').update(licence).digest('hex').slice(0, 8)
  const name = `icon-licence-${hash.toUpperCase()}.txt`
  const file = { body: licence, contentType: contentTypeOf(name) }
  return { icons: { icons, otherNames }, files: new Map([[name, file]]) }
}

/** The least side of the square that an icon stands in, which gives most of them a margin. */
const sideMin = 560

function iconOf({
  solid,
  regular,
  brands,
}: Partial<Record<Style, Outline>>): DrawnIcon | undefined {
  const filled = solid ?? brands
  const drawn = filled ?? regular
  if (drawn === undefined) return undefined
  const { width, height } = drawn
  const side = Math.max(width, height, sideMin)
  return {
    box: `${(width - side) / 2} ${(height - side) / 2} ${side} ${side}`,
    ...(filled && { solid: filled.path }),
    ...(regular && { regular: regular.path }),
  }
}
