import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { createInterface } from 'node:readline'

export interface StartedSandbox {
  readonly url: string
  readonly sites: string
  /** The site of Lectern's own documentation, if requested. */
  readonly demo?: string
  readonly organization: string
  readonly tokens: { readonly admin: string }
  readonly stop: () => void
}

/** Starts a throwaway instance in a separate process; resolves once it prints its addresses. */
export async function startSandbox(
  ...options: readonly '--demo'[]
): Promise<StartedSandbox> {
  const program = path.join(import.meta.dirname, 'sandbox.ts')
  const server = spawn(process.execPath, [program, ...options], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines = createInterface({ input: server.stdout })
  const [line] = await Promise.race([
    once(lines, 'line'),
    once(server, 'exit').then(() => {
      throw new Error('The sandbox did not start')
    }),
  ])
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the one line that a sandbox prints
  const said = JSON.parse(String(line)) as Omit<StartedSandbox, 'stop'>
  return { ...said, stop: () => server.kill() }
}
