import { rm } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'

import type { CleanerLine, Leftover } from './cleaner.ts'
import { runOnServer } from './scratch-database.ts'

const endMsMax = 15_000

/** Undoes what its parent has left, once it is gone; see `cleaner.ts`. */
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => undefined)
}
let left: Leftover[] = []
for await (const text of createInterface({ input: process.stdin })) {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by the parent
  const line = JSON.parse(text) as CleanerLine
  if (line === 'done') left = []
  else if ('made' in line) left.push(line.made)
  else left = left.filter((one) => !('process' in one) || one.process !== line.ended)
}
for (const one of left.toReversed()) {
  await undo(one).catch((error: unknown) => {
    process.stderr.write(`Something may be left behind: ${String(error)}\n`)
  })
}

async function undo(one: Leftover): Promise<void> {
  if ('process' in one) return end(one.process)
  if ('folder' in one) return rm(one.folder, { recursive: true, force: true })
  return runOnServer(
    one.serverUrl,
    `drop database if exists ${one.database} with (force)`,
  )
}

async function end(pid: number): Promise<void> {
  const deadline = Date.now() + endMsMax
  let signal: NodeJS.Signals | 0 = 'SIGTERM'
  while (sent(pid, signal)) {
    signal = Date.now() > deadline ? 'SIGKILL' : 0
    await sleep(50)
  }
}

/** Whether there is such a process. */
function sent(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal)
  } catch {
    return false
  }
}
