import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'

/** Each generator writes its files, or with `--check` reports stale ones. */
const generators = [
  'generate-openapi.ts',
  'generate-schema.ts',
  'settings-reference.ts',
  'compatibility-page.ts',
  'generate-math-font.ts',
]

const check = process.argv.includes('--check') ? ['--check'] : []
let worst = 0
for (const generator of generators) {
  const file = path.join(import.meta.dirname, generator)
  const child = spawn(process.execPath, [file, ...check], { stdio: 'inherit' })
  const [code] = await once(child, 'exit')
  const failed = typeof code === 'number' ? code : 1
  if (failed !== 0) process.stderr.write(`tools/${generator} ended with ${failed}.\n`)
  worst = Math.max(worst, failed)
}
process.exitCode = worst
