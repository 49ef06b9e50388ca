import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'

const folder = new URL('../server/test/gates/', import.meta.url)

/** Every gate with its small budget, one after the other: they measure, so nothing may run beside them. */
const names = readdirSync(folder)
  .filter((file) => readFileSync(new URL(file, folder), 'utf8').includes('await runGate'))
  .map((file) => file.replace(/\.ts$/, ''))
const wanted = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const options = process.argv.slice(2).filter((word) => word.startsWith('--'))

const failed: string[] = []
const startedMs = Date.now()
let ran = 0
for (const name of names.filter((gate) => wanted.length === 0 || wanted.includes(gate))) {
  const program = new URL(`${name}.ts`, folder).pathname
  const child = spawn(process.execPath, [program, ...options], { stdio: 'inherit' })
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
