import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

import { readRepository } from '@lectern/content/repository/read-repository.ts'

import { createSpace, type HttpWorld } from './fidelity-http-pages.ts'

const runProgram = promisify(execFile)
const program = new URL('../../../../cli/src/lectern.ts', import.meta.url).pathname

interface Checked {
  readonly count: number
  readonly files: number
  readonly same: number
  readonly problems: readonly string[]
}

/** Pushes whole repositories and pulls them again, one after the other, as long as there is time. */
export async function checkRepositories(
  world: HttpWorld,
  folder: string,
  hasTime: () => boolean,
): Promise<Checked> {
  const names = (await readdir(folder, { withFileTypes: true }))
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
  const problems: string[] = []
  let count = 0
  let files = 0
  let same = 0
  for (const name of names.toSorted()) {
    if (!hasTime()) break
    const found = await checkRepository(world, path.join(folder, name))
    count += 1
    files += found.files
    same += found.files - found.different.length
    problems.push(...found.different.map((each) => `${name}/${each}: pulled as another`))
  }
  return { count, files, same, problems }
}

async function checkRepository(world: HttpWorld, folder: string) {
  const scratch = await mkdtemp(path.join(tmpdir(), 'lectern-fidelity-'))
  try {
    const spaceId = await createSpace(world)
    await lectern(world, ['content', 'push', folder, '--space', spaceId])
    await lectern(world, ['content', 'pull', spaceId, path.join(scratch, 'pulled')])
    const before = await filesIn(folder)
    const after = await filesIn(path.join(scratch, 'pulled'))
    const content = contentIn(before)
    const different = content.filter(
      (each) => before.get(each)?.equals(after.get(each) ?? Buffer.from('\0')) !== true,
    )
    return { files: content.length, different }
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

/** The files that are pages, reusable contents or files of them: what a space holds of a repository. */
function contentIn(files: ReadonlyMap<string, Buffer>): readonly string[] {
  const { places, problems } = readRepository(files)
  // A space holds text: bytes that are none come back as what they were read as.
  const broken = new Set(
    problems.filter(({ kind }) => kind === 'not-utf-8').map(({ path: file }) => file),
  )
  return [...places.values()]
    .map(({ path: file }) => file)
    .filter((file) => files.has(file) && !broken.has(file))
}

async function lectern({ url, token }: HttpWorld, words: readonly string[]) {
  const env = { ...process.env, LECTERN_URL: url, LECTERN_TOKEN: token }
  await runProgram(process.execPath, [program, ...words], { env })
}

async function filesIn(folder: string): Promise<ReadonlyMap<string, Buffer>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
  const found = new Map<string, Buffer>()
  for (const file of files) {
    const name = path.relative(folder, file).replaceAll(path.sep, '/')
    found.set(name, await readFile(file))
  }
  return found
}
