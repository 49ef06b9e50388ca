import { mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'

import { build, type Metafile } from 'esbuild'

import {
  type AssetFile,
  type Assets,
  contentTypeOf,
  iconsName,
  type Manifest,
  manifestName,
} from './assets.ts'
import { buildFonts } from './build-fonts.ts'
import { buildIcons } from './build-icons.ts'

const sources = path.resolve(import.meta.dirname, '..')

/**
 * Builds the scripts and styles in memory: development and tests serve the very bytes that the
 * build ships.
 */
export async function buildAssets(): Promise<Assets> {
  const { outputFiles, metafile } = await build({
    absWorkingDir: sources,
    entryPoints: { main: 'client/main.ts', style: 'styles/main.css' },
    entryNames: '[name]-[hash]',
    assetNames: '[name]-[hash]',
    // What few readers need is loaded when they want it.
    chunkNames: '[name]-[hash]',
    splitting: true,
    metafile: true,
    outdir: '/',
    bundle: true,
    minify: true,
    format: 'esm',
    // Browsers that know `light-dark()` and popovers, which pages use, know ES2022 too.
    target: 'es2022',
    loader: { '.woff2': 'file', '.svg': 'file' },
    legalComments: 'none',
    write: false,
    logLevel: 'silent',
  })
  const files = new Map(
    outputFiles.map((file): [string, AssetFile] => {
      const name = path.basename(file.path)
      return [
        name,
        { body: Buffer.from(file.contents), contentType: contentTypeOf(name) },
      ]
    }),
  )
  const named = (extension: string) =>
    [...files.keys()].filter((name) => name.endsWith(extension))
  const styles = named('.css')
  const scripts = firstScripts(metafile)
  const { fonts, files: fontFiles } = await buildFonts()
  for (const [name, file] of fontFiles) files.set(name, file)
  const { icons, files: iconFiles } = await buildIcons()
  for (const [name, file] of iconFiles) files.set(name, file)
  return { styles, scripts, files, fonts, icons }
}

/** The scripts that every page loads: the main one and what it cannot begin without. */
function firstScripts({ outputs }: Metafile): readonly string[] {
  const names = Object.keys(outputs)
  const main = names.find((name) => outputs[name]?.entryPoint === 'client/main.ts') ?? ''
  const needed = outputs[main]?.imports.filter(({ kind }) => kind === 'import-statement')
  return [main, ...(needed ?? []).map(({ path: name }) => name)].map((name) =>
    path.basename(name),
  )
}

/** Writes the assets and their manifest into a folder, which is emptied first. */
export async function writeAssets(assets: Assets, folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const manifest: Manifest = {
    styles: assets.styles,
    scripts: assets.scripts,
    files: [...assets.files.keys()],
    fonts: assets.fonts,
  }
  await writeFile(
    path.join(folder, manifestName),
    `${JSON.stringify(manifest, null, 2)}\n`,
  )
  await writeFile(path.join(folder, iconsName), JSON.stringify(assets.icons))
  for (const [name, file] of assets.files) {
    await writeFile(path.join(folder, name), file.body)
  }
}
