import { run } from 'node:test'

import type { WorkerOptions } from './messages.ts'
import { countEvents, countLateErrors, reportLeftovers } from './tally.ts'

/**
 * A process that runs one test file after another on request, so that shared modules load once. The
 * runner knows a single file, which runs the others.
 */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the parent's own words
const options = JSON.parse(process.argv[2] ?? '{}') as WorkerOptions
// When files share a process, Node obeys `it.only` unasked: it would leave out all other tests in
// all later files. With this variable Node assumes that the process has one file.
process.env['NODE_TEST_CONTEXT'] = 'child'
const stream = run({
  files: [new URL('worker-files.ts', import.meta.url).pathname],
  isolation: 'none',
  only: options.only,
  ...(options.namePatterns.length > 0 && { testNamePatterns: [...options.namePatterns] }),
})
delete process.env['NODE_TEST_CONTEXT']
countEvents(stream)
countLateErrors()
reportLeftovers()
// Nobody reads the other events of the stream.
stream.resume()
