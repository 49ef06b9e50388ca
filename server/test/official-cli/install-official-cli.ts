import { spawn } from 'node:child_process'
import { hash } from 'node:crypto'
import { once } from 'node:events'
import {
  copyFile,
  mkdir,
  mkdtemp,
  readFile,
  rename,
  rm,
  writeFile,
} from 'node:fs/promises'
import path from 'node:path'

const manifests = path.join(import.meta.dirname, 'package')
const cache = path.resolve(
  import.meta.dirname,
  '../../../node_modules/.cache/official-cli',
)
const program = 'node_modules/@gitbook/cli/cli.js'

/**
 * Installs the public command line as its lockfile says, without scripts, and answers its program.
 * It stays for the next run. The binaries of its emulator for integrations, most of what it weighs,
 * are left out.
 */
export async function installOfficialCli(): Promise<string> {
  const lock = await readFile(path.join(manifests, 'package-lock.json'))
  const folder = path.join(cache, hash('sha256', lock).slice(0, 16))
  const installed = path.join(folder, program)
  if (await isThere(installed)) return installed
  await mkdir(cache, { recursive: true })
  const made = await mkdtemp(path.join(cache, 'new-'))
  try {
    for (const name of ['package.json', 'package-lock.json']) {
      await copyFile(path.join(manifests, name), path.join(made, name))
    }
    await npmCi(made)
    await nameEmulator(made)
    // Another run may have been quicker; what it installed is the same.
    await rename(made, folder).catch(async (error: unknown) => {
      if (!(await isThere(installed))) throw error
    })
  } finally {
    await rm(made, { recursive: true, force: true })
  }
  return installed
}

async function isThere(file: string): Promise<boolean> {
  return readFile(file).then(
    () => true,
    () => false,
  )
}

async function npmCi(folder: string): Promise<void> {
  const options = ['--ignore-scripts', '--omit=optional', '--no-audit', '--no-fund']
  const child = spawn('npm', ['ci', ...options], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [code]: unknown[] = await once(child, 'exit')
  if (code !== 0) throw new Error(`npm ci ended with ${String(code)}`)
}

/** The emulator looks up the path of its binary when it is loaded, whether anybody runs it or not. */
async function nameEmulator(folder: string): Promise<void> {
  const processor = process.arch === 'x64' ? '64' : process.arch
  const name = `downloaded-@cloudflare-workerd-linux-${processor}-workerd`
  await writeFile(path.join(folder, 'node_modules/workerd/lib', name), '')
}
