import { run } from 'node:test'

import type { WorkerOptions } from './messages.ts'
import { countEvents } from './tally.ts'

/**
 * A process that runs one test file after another, as it is asked to: what they load, they load once.
 * The runner knows one file, which runs the others.
 */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the parent's own words
const options = JSON.parse(process.argv[2] ?? '{}') as WorkerOptions
const stream = run({
  files: [new URL('worker-files.ts', import.meta.url).pathname],
  isolation: 'none',
  only: options.only,
  ...(options.namePatterns.length > 0 && { testNamePatterns: [...options.namePatterns] }),
})
countEvents(stream)
// Nobody reads what else comes through it.
stream.resume()
