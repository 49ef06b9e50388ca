import { readFile } from 'node:fs/promises'
import path from 'node:path'

import type { IconSet } from '#/icons/icon-set.ts'

import {
  type AssetFile,
  type Assets,
  contentTypeOf,
  iconsName,
  type Manifest,
  manifestName,
} from './assets.ts'

/** Reads the built assets from a folder into memory. */
export async function readAssets(folder: string): Promise<Assets> {
  const manifest = await readManifest(path.join(folder, manifestName))
  const files = new Map<string, AssetFile>()
  for (const name of manifest.files) {
    const body = await readFile(path.join(folder, path.basename(name)))
    files.set(name, { body, contentType: contentTypeOf(name) })
  }
  const { styles, scripts, fonts } = manifest
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own build wrote it
  const icons = JSON.parse(
    await readFile(path.join(folder, iconsName), 'utf8'),
  ) as IconSet
  return { styles, scripts, fonts, files, icons }
}

async function readManifest(file: string): Promise<Manifest> {
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own build wrote it
    return JSON.parse(await readFile(file, 'utf8')) as Manifest
  } catch (cause) {
    throw new Error(`No built assets at ${file}: run \`npm run build -w sites\` first`, {
      cause,
    })
  }
}
