import { spawn } from 'node:child_process'
import { once } from 'node:events'

import type { Instance } from '../harness/instance.ts'

const program = new URL('../../../src/start/lectern-server.ts', import.meta.url).pathname

/** What `lectern-server fsck` finds wrong with the data a gate leaves behind. */
export async function fsckProblems({
  environment,
}: Pick<Instance, 'environment'>): Promise<string[]> {
  const child = spawn(process.execPath, [program, 'fsck'], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed += text
    })
  }
  const [code]: unknown[] = await once(child, 'close')
  if (code === 0) return []
  return printed
    .trim()
    .split('\n')
    .map((line) => `fsck: ${line}`)
}
