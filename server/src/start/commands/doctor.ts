import { command, print } from './command.ts'
import type { CheckResult } from './doctor/check.ts'
import { oneLine } from './failure.ts'

export const doctorCommand = command({
  about: [
    'Checks one thing after the other and prints a line for each: ok, warn, FAIL with what to',
    'do, or skip when something before it must be mended first. Exits with 1 when any FAILs.',
  ],
  options: { json: { description: 'Print one JSON object instead' } },
  async run({ json }) {
    const { examine } = await import('./doctor/examine.ts')
    const results: CheckResult[] = []
    await examine(process.env, (result) => {
      results.push(result)
      if (!json) print(describe(result))
    })
    const isWell = results.every(({ status }) => status !== 'FAIL')
    if (json) print(JSON.stringify({ ok: isWell, checks: results }))
    return isWell ? 0 : 1
  },
})

function describe({ name, status, detail, remedy }: CheckResult): string {
  const line = `${status.padEnd(4)} ${name}: ${detail}`
  return oneLine(remedy === undefined ? line : `${line}. ${remedy}.`)
}
