import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { untilReady } from '../../tools/until-ready.ts'

const root = path.resolve(import.meta.dirname, '..')

export interface SitesProcess {
  readonly url: string
  readonly stop: () => Promise<void>
}

/** The renderer as it runs beside an api: a process of its own. */
export async function startSitesProcess(
  port: number,
  environment: Readonly<Record<string, string>>,
): Promise<SitesProcess> {
  const folder = await mkdtemp(path.join(tmpdir(), 'lectern-sites-'))
  const child = spawn(process.execPath, ['--import', './tsx.ts', 'src/start.ts'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      LECTERN_ENV: 'development',
      SITES_HOST: '127.0.0.1',
      SITES_PORT: String(port),
      SITES_METRICS_PORT: '0',
      SNAPSHOT_PATH: folder,
      DRAIN_SECONDS: '0',
      ...environment,
    },
  })
  const url = `http://127.0.0.1:${port}`
  const stop = async () => {
    await ended(child)
    await rm(folder, { recursive: true, force: true })
  }
  try {
    await untilReady([`${url}/~readyz`], child)
  } catch (error) {
    await stop()
    throw error
  }
  return { url, stop }
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}
