import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { glob, mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

import { createTestDatabase } from '../../test-database.ts'

const run = promisify(execFile)
const root = path.resolve(import.meta.dirname, '../../../..')

export interface PreviousRelease {
  /** What there is to say about it. */
  readonly line: string
  readonly problems: readonly string[]
}

/** The tests of the release before this one pass on the schema of this one. */
export async function testPreviousRelease(): Promise<PreviousRelease> {
  const tag = await previousTag()
  if (tag === undefined) {
    return { line: 'previous release: none yet, so nothing to run', problems: [] }
  }
  const folder = await mkdtemp(path.join(tmpdir(), 'lectern-previous-'))
  const database = await createTestDatabase()
  try {
    await unpack(tag, folder)
    const failed = await runTests(folder, new URL(database.url).pathname.slice(1))
    return {
      line: `previous release: the tests of ${tag} ${failed ? 'fail' : 'pass'} on the new schema`,
      problems: failed ? [`the tests of ${tag} fail on the new schema: ${failed}`] : [],
    }
  } finally {
    await database.drop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** The newest release that is not this very commit; undefined outside a repository too. */
async function previousTag(): Promise<string | undefined> {
  try {
    const here = new Set(await tagsOf('--points-at', 'HEAD'))
    const tags = await tagsOf('--merged', 'HEAD', '--sort=-v:refname', '--list', 'v*')
    return tags.find((tag) => tag !== '' && !here.has(tag))
  } catch {
    return undefined
  }
}

async function tagsOf(...words: string[]): Promise<string[]> {
  return (await run('git', ['-C', root, 'tag', ...words])).stdout.trim().split('\n')
}

/** Its own workspaces, and whatever else is installed here. */
async function unpack(tag: string, folder: string): Promise<void> {
  const archive = path.join(folder, 'release.tar')
  await run('git', ['-C', root, 'archive', '--format=tar', '-o', archive, tag])
  await run('tar', ['-xf', archive, '-C', folder])
  const installed = path.join(root, 'node_modules')
  const modules = path.join(folder, 'node_modules')
  await mkdir(path.join(modules, '@lectern'), { recursive: true })
  for (const name of await readdir(installed)) {
    if (name !== '@lectern') {
      await symlink(path.join(installed, name), path.join(modules, name))
    }
  }
  for (const name of ['contract', 'server']) {
    await symlink(path.join(folder, name), path.join(modules, '@lectern', name))
  }
}

/** Its features over HTTP, each file on a copy of the new schema; the words of the failures, if any. */
async function runTests(folder: string, template: string): Promise<string> {
  const files: string[] = []
  for await (const file of glob('server/src/{content-store,features}/**/*.test.ts', {
    cwd: folder,
  })) {
    files.push(file)
  }
  const child = spawn(process.execPath, ['--test', '--test-concurrency=2', ...files], {
    cwd: folder,
    env: { ...process.env, LECTERN_TEST_TEMPLATE: template },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let printed = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed += text
  })
  const [code]: unknown[] = await once(child, 'close')
  if (code === 0 && files.length > 0) return ''
  const failures = printed.split('\n').filter((line) => line.includes('✖'))
  return (
    failures.slice(0, 5).join('; ') || `${files.length} files, exit code ${String(code)}`
  )
}
