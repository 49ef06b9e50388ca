import { freePort } from '../../../tools/free-port.ts'
import { startTestProcess } from './test-process.ts'

export interface TestGitHub {
  readonly url: string
  readonly clientId: string
  readonly clientSecret: string
  readonly stop: () => Promise<void>
}

/** What GitHub Enterprise Server does for a sign-in, in a process of its own. */
export async function startGitHub(people: object): Promise<TestGitHub> {
  const port = await freePort()
  const client = { clientId: 'of GitHub', clientSecret: 'a secret of GitHub' }
  const program = new URL('github-process.ts', import.meta.url)
  const { stop } = await startTestProcess(program, { port, ...client, people })
  return { url: `http://127.0.0.1:${port}`, ...client, stop }
}
