import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

import { build, type Metafile } from 'esbuild'

import cli from '../cli/package.json' with { type: 'json' }
import product from '../package.json' with { type: 'json' }

const execute = promisify(execFile)
const root = path.resolve(import.meta.dirname, '..')

/** Makes the package of the command line, as it is published, and returns its path. */
export async function packCli(target: string): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'lectern-cli-'))
  try {
    const metafile = await bundle(path.join(folder, 'lectern.js'))
    await writeFile(
      path.join(folder, 'package.json'),
      `${JSON.stringify(manifest(), undefined, 2)}\n`,
    )
    await writeFile(
      path.join(folder, 'THIRD-PARTY-LICENSES.txt'),
      await licencesOf(metafile),
    )
    for (const name of ['LICENSE', 'NOTICE']) {
      await cp(path.join(root, name), path.join(folder, name))
    }
    await cp(path.join(root, 'docs/using-the-cli.md'), path.join(folder, 'README.md'))
    // The files that the README links to.
    for (const name of ['change-requests.md', 'pictures/change-diff.svg']) {
      await cp(path.join(root, 'docs', name), path.join(folder, name))
    }
    await mkdir(target, { recursive: true })
    // The Node options of this process are not meant for npm.
    const { NODE_OPTIONS: _options, ...env } = process.env
    const { stdout } = await execute(
      'npm',
      ['pack', '--ignore-scripts', '--loglevel=error', '--pack-destination', target],
      { cwd: folder, env },
    )
    return path.join(target, stdout.trim())
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Bundles the program without dependencies: Node refuses TypeScript below node_modules. */
async function bundle(outfile: string): Promise<Metafile> {
  const { metafile } = await build({
    entryPoints: [path.join(root, 'cli/src/lectern.ts')],
    absWorkingDir: root,
    outfile,
    bundle: true,
    metafile: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    legalComments: 'none',
    logLevel: 'warning',
    // Packages in CommonJS load Node's own modules with `require`, which ES modules do not have.
    banner: {
      js: `import { createRequire } from 'node:module'\nconst require = createRequire(import.meta.url)`,
    },
  })
  return metafile
}

function manifest() {
  const { name, version, description, license } = cli
  return {
    name,
    version,
    description,
    license,
    type: 'module',
    bin: { lectern: 'lectern.js' },
    engines: product.engines,
  }
}

/** The licences of all third-party packages in the bundle, which require to be passed on. */
async function licencesOf({ inputs }: Metafile): Promise<string> {
  const folders = new Set(
    Object.keys(inputs).flatMap(
      (file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? [],
    ),
  )
  const texts: string[] = []
  for (const folder of [...folders].toSorted()) {
    const files = await readdir(path.join(root, folder))
    const licence = files.find((file) => /^licen[cs]e/i.test(file))
    const name = folder.slice(folder.lastIndexOf('node_modules/') + 13)
    if (licence === undefined) throw new Error(`${name} comes without its licence`)
    const text = await readFile(path.join(root, folder, licence), 'utf8')
    texts.push(`${name}\n\n${text.trim()}\n`)
  }
  return texts.join(`\n${'-'.repeat(72)}\n\n`)
}

if (import.meta.main) {
  const made = await packCli(path.resolve(process.argv[2] ?? '.'))
  process.stdout.write(`${made}\n`)
}
