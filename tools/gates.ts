import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '..')
/** Those that need no database come first: they fail sooner. */
const folders = ['content/test/gates', 'server/test/gates']

/** Every gate with its small budget, one after the other: they measure, so nothing may run beside them. */
const programs = folders.flatMap((folder) =>
  readdirSync(path.join(root, folder))
    .map((file) => path.join(root, folder, file))
    .filter(
      (file) =>
        file.endsWith('.ts') && readFileSync(file, 'utf8').includes('await runGate'),
    ),
)
const wanted = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const options = process.argv.slice(2).filter((word) => word.startsWith('--'))

/** The same for every run of one commit, so that a failure can be repeated, and other for the next. */
function seedOf(name: string): string[] {
  const { status, stdout } = spawnSync('git', ['rev-parse', 'HEAD'], { cwd: root })
  if (status !== 0 || options.some((option) => option.startsWith('--seed'))) return []
  const digest = createHash('sha256').update(stdout).update(name).digest()
  return [`--seed=${digest.readUInt32BE() >>> 1}`]
}

const failed: string[] = []
const startedMs = Date.now()
let ran = 0
for (const program of programs) {
  const name = path.basename(program, '.ts')
  if (wanted.length > 0 && !wanted.includes(name)) continue
  const child = spawn(process.execPath, [program, ...options, ...seedOf(name)], {
    stdio: 'inherit',
  })
  const [code]: unknown[] = await once(child, 'exit')
  ran += 1
  if (code !== 0) failed.push(name)
}
const seconds = ((Date.now() - startedMs) / 1000).toFixed(0)
process.stdout.write(
  `gates: ${seconds} s${failed.length > 0 ? `, failed: ${failed.join(', ')}` : ''}\n`,
)
process.stdout.write(`${ran - failed.length} passed, ${failed.length} failed\n`)
process.exitCode = failed.length === 0 && ran > 0 ? 0 : 1
