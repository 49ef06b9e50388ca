import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { createInterface } from 'node:readline'

export interface StartedSandbox {
  readonly url: string
  readonly sites: string
  /** The site of our own documentation, where it was asked for. */
  readonly demo?: string
  readonly organization: string
  readonly tokens: { readonly admin: string }
  readonly stop: () => void
}

/** A throwaway instance in a process of its own, once it says where it is. */
export async function startSandbox(
  ...options: readonly '--demo'[]
): Promise<StartedSandbox> {
  const program = path.join(import.meta.dirname, 'sandbox.ts')
  const server = spawn(process.execPath, [program, ...options], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = await once(createInterface({ input: server.stdout }), 'line')
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the one line that a sandbox prints
  const said = JSON.parse(String(line)) as Omit<StartedSandbox, 'stop'>
  return { ...said, stop: () => server.kill() }
}
