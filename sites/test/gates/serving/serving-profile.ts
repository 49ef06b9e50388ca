import { Session } from 'node:inspector/promises'

export interface Profiled<Value> {
  readonly value: Value
  /** Milliseconds of the main thread by whose code ran, the largest first; idle time is left out. */
  readonly parts: readonly { readonly part: string; readonly ms: number }[]
}

const intervalMicroseconds = 200

/** Runs something under the profiler of V8. */
export async function profile<Value>(
  work: () => Promise<Value>,
): Promise<Profiled<Value>> {
  const session = new Session()
  session.connect()
  try {
    await session.post('Profiler.enable')
    await session.post('Profiler.setSamplingInterval', { interval: intervalMicroseconds })
    await session.post('Profiler.start')
    const value = await work()
    const { profile: taken } = await session.post('Profiler.stop')
    const partOf = new Map(
      taken.nodes.map(({ id, callFrame }) => [id, partNamed(callFrame)]),
    )
    const microseconds = new Map<string, number>()
    taken.samples?.forEach((id, at) => {
      const part = partOf.get(id) ?? 'unknown'
      const spent = taken.timeDeltas?.[at] ?? 0
      microseconds.set(part, (microseconds.get(part) ?? 0) + spent)
    })
    // The profiler itself takes its time to end.
    for (const part of ['(idle)', 'node:inspector']) microseconds.delete(part)
    const parts = [...microseconds]
      .map(([part, spent]) => ({ part, ms: spent / 1000 }))
      .toSorted((one, other) => other.ms - one.ms)
    return { value, parts }
  } finally {
    session.disconnect()
  }
}

/** Packages by their name, our own code by its folder, the rest as V8 calls it. */
function partNamed({ url, functionName }: { url: string; functionName: string }): string {
  const inPackage = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1]
  if (inPackage !== undefined) return inPackage
  const ours =
    /\/(sites\/src\/[^/]+(?:\/[^/]+(?=\/))?|(?:server|content|contract)\/src)\//.exec(
      url,
    )?.[1]
  if (ours !== undefined) return ours
  if (url.startsWith('node:')) return url
  return url === '' ? functionName : 'tests'
}
