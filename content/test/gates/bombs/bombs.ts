import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'

import { runGate } from '../../../../tools/gate.ts'
import { bombs } from './bombs-inputs.ts'
import type { Exploded, Order } from './bombs-read.ts'

const millisecondsMax = 2000
const megabytesMax = 256
/** Whoever has not answered by then is ended. */
const patienceMs = 60_000

type Break = 'a slow reader' | 'a hungry reader'

await runGate<Break>({
  name: 'bombs',
  seconds: 120,
  breaks: ['a slow reader', 'a hungry reader'],
  run: async ({ broken, say }) => {
    const problems: string[] = []
    let slowest = { name: 'none', milliseconds: 0 }
    const reader = boundedReader()
    const tried = broken ? bombs.slice(0, 1) : bombs
    for (const [index, { name }] of tried.entries()) {
      const outcome = await reader.explode({ index, ...plantOf(broken) })
      if (outcome === undefined) {
        problems.push(`${name}: ended, or no answer within ${patienceMs} ms`)
        continue
      }
      const { milliseconds, became } = outcome
      say(`  ${milliseconds.toFixed(0).padStart(5)} ms  ${name}: ${became}`)
      if (milliseconds > slowest.milliseconds) slowest = { name, milliseconds }
      if (milliseconds > millisecondsMax) {
        problems.push(
          `${name}: ${milliseconds.toFixed(0)} ms, at most ${millisecondsMax}`,
        )
      }
    }
    reader.end()
    return {
      figure: `${tried.length} bombs read, looked through and written within ${megabytesMax} MB of heap; slowest ${slowest.milliseconds.toFixed(0)} ms of processor time (${slowest.name})`,
      problems,
    }
  },
})

function plantOf(broken: Break | undefined): Pick<Order, 'plant'> {
  if (broken === undefined) return {}
  return { plant: broken === 'a slow reader' ? 'slow' : 'hungry' }
}

/** A process with little memory; when it dies of a bomb, the next one gets a new process. */
function boundedReader() {
  let child: ChildProcess | undefined
  return {
    async explode(order: Order): Promise<Exploded | undefined> {
      child ??= startReader()
      const current = child
      const timer = setTimeout(() => current.kill('SIGKILL'), patienceMs)
      current.send(order)
      const over = new AbortController()
      const answer = await Promise.race([
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the one message that bombs-read.ts sends
        once(current, 'message', over) as Promise<[Exploded]>,
        once(current, 'exit', over).then(() => undefined),
      ])
      over.abort()
      clearTimeout(timer)
      if (answer === undefined) child = undefined
      return answer?.[0]
    },
    end: () => child?.kill(),
  }
}

function startReader(): ChildProcess {
  return fork(new URL('bombs-read.ts', import.meta.url), {
    execArgv: [`--max-old-space-size=${megabytesMax}`],
    // What a dying process says of its heap helps nobody.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
}
