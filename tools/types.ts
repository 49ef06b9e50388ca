import { spawnSync } from 'node:child_process'
import { mkdir, readdir, rm } from 'node:fs/promises'
import path from 'node:path'

import { root } from '../server/test/guards/source-files.ts'
import { ambientDigest, typePrograms } from './type-programs.ts'

/** Checks the types of every file. The main program stores what it has checked. */
const folder = path.join(root, 'node_modules/.cache/types')
const memory = `main-${await ambientDigest()}.tsbuildinfo`

await mkdir(folder, { recursive: true })
for (const name of await readdir(folder)) {
  if (name.startsWith('main-') && name !== memory) await rm(path.join(folder, name))
}
const incremental = ['--incremental', '--tsBuildInfoFile', path.join(folder, memory)]

for (const program of typePrograms) {
  const { status } = spawnSync(
    path.join(root, 'node_modules/.bin/tsc'),
    ['--project', program, ...(program === '.' ? incremental : [])],
    { cwd: root, stdio: 'inherit' },
  )
  if (status !== 0) process.exit(status ?? 1)
}
