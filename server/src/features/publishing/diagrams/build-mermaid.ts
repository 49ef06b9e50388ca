import { readFile } from 'node:fs/promises'
import path from 'node:path'

import { build, type Plugin } from 'esbuild'

export interface MermaidBuild {
  /** A script that defines `mermaid`. */
  readonly program: string
  /** The licences of all packages in it. */
  readonly licences: string
}

const folder = import.meta.dirname

/**
 * Makes one script of Mermaid and of what it needs, without the layouts of ELK, whose licence asks
 * for more than to be named, and without KaTeX: it sets formulas as HTML, which drawings have none
 * of. A diagram that asks for either is shown as its source.
 */
export async function buildMermaid(): Promise<MermaidBuild> {
  const { outputFiles, metafile } = await build({
    stdin: {
      contents: `import mermaid from 'mermaid'; globalThis.mermaid = mermaid`,
      resolveDir: folder,
    },
    bundle: true,
    format: 'iife',
    minify: true,
    target: 'chrome120',
    legalComments: 'none',
    metafile: true,
    write: false,
    logLevel: 'silent',
    plugins: [withoutOthers],
    absWorkingDir: folder,
  })
  const inputs = Object.keys(metafile.inputs).map((name) => path.resolve(folder, name))
  return {
    program: outputFiles[0]?.text ?? '',
    licences: await licencesOf(inputs),
  }
}

const leftOut = /^(?:katex|elkjs(?:\/.*)?)$/

const withoutOthers: Plugin = {
  name: 'without-others',
  setup(building) {
    building.onResolve({ filter: leftOut }, ({ path: name }) => ({
      path: name,
      namespace: 'left-out',
    }))
    building.onLoad({ filter: /./, namespace: 'left-out' }, () => ({
      contents: `export default class { constructor() { throw new Error('left out') } }`,
    }))
  },
}

const licenceNames = [
  'LICENSE',
  'LICENSE.md',
  'LICENSE.txt',
  'LICENCE',
  'license',
  'license.txt',
  'LICENSE-MIT.txt',
]

async function licencesOf(inputs: readonly string[]): Promise<string> {
  const folders = new Set(inputs.flatMap((file) => packageFolder(file) ?? []))
  const texts = await Promise.all([...folders].toSorted().map(licenceOf))
  return texts.join('\n\n')
}

function packageFolder(file: string): string | undefined {
  return /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0]
}

async function licenceOf(place: string): Promise<string> {
  const text = await readFile(path.join(place, 'package.json'), 'utf8')
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- npm wrote it in this shape
  const { name, version, license } = JSON.parse(text) as Record<string, string>
  const title = `${name} ${version}, ${license ?? 'licensed as follows'}`
  for (const file of licenceNames) {
    const found = await readFile(path.join(place, file), 'utf8').catch(() => undefined)
    if (found !== undefined) return `${title}\n\n${found.trim()}`
  }
  return title
}
