import { atOnce } from '../at-once.ts'
import { slowExitCode } from '../gate.ts'
import { fixedSeed } from '../seeds.ts'
import { createTestTemplate, openTestServer } from '../test-server.ts'
import { engines, type GateName, gateOf, programOf } from './list.ts'
import type { Ended } from './report.ts'
import { type GateEnd, runGateProgram } from './run-gate.ts'

const gatesAtOnce = 2

interface Planned {
  readonly name: string
  readonly program: string
  readonly listedSeconds: number
  readonly words: readonly string[]
}

export interface LaneOptions {
  /** Options for the gates. */
  readonly words: readonly string[]
  readonly signal: AbortSignal
  readonly say: (line: string) => void
}

/**
 * Runs the gates for every change. A slow gate is reported and fails nothing: the machine may have
 * been busy. A change is judged by cases that were tried before, so the seeds never change.
 */
export async function runPushLane(
  names: readonly GateName[],
  withEngines: boolean,
  { words, signal, say }: LaneOptions,
): Promise<Ended[]> {
  const planned: Planned[] = names.map((name) => ({
    name,
    program: programOf(name),
    listedSeconds: gateOf(name).seconds,
    words: [
      '--lane=push',
      ...words,
      ...(words.some((word) => word.startsWith('--seed')) ? [] : [seedFor(name)]),
    ],
  }))
  if (withEngines) {
    const { name, program, seconds: listedSeconds } = engines
    const alone = ['--engines', '--test-concurrency=1']
    planned.push({ name, program, listedSeconds, words: alone })
  }
  // The longest gates start first, so that none of them is left for the end.
  const inOrder = planned.toSorted((a, b) => b.listedSeconds - a.listedSeconds)
  const server = await openTestServer()
  const ended: Ended[] = []
  try {
    const { environment, drop } = await createTestTemplate(server)
    try {
      await atOnce(gatesAtOnce, inOrder, async (gate) => {
        if (signal.aborted) return
        const end = await runGateProgram({ ...gate, environment, signal })
        say(end.output.trimEnd())
        ended.push({ ...gate, ...end, verdict: verdictOf(end) })
      })
    } finally {
      await drop()
    }
  } finally {
    await server.close()
  }
  return ended
}

function seedFor(name: string): string {
  return `--seed=${fixedSeed(name)}`
}

function verdictOf({ code }: GateEnd): Ended['verdict'] {
  if (code === 0) return 'holds'
  return code === slowExitCode ? 'slow' : 'fails'
}
