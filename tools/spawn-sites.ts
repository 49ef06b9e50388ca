import { type ChildProcess, spawn } from 'node:child_process'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '..')

export interface SitesOptions {
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Whether to restart when a source file changes. */
  readonly isWatching?: boolean
}

/** Starts the renderer of sites as a separate process; its components are compiled as they load. */
export function spawnSites({
  environment,
  isWatching = false,
}: SitesOptions): ChildProcess {
  const watching = ['sites/src', 'contract/src', 'content/src'].map(
    (folder) => `--watch-path=${folder}`,
  )
  return spawn(
    process.execPath,
    [
      ...(isWatching ? ['--watch', '--watch-preserve-output', ...watching] : []),
      '--import',
      './sites/tsx.ts',
      'sites/src/start.ts',
    ],
    {
      cwd: root,
      env: { ...process.env, LECTERN_ENV: 'development', ...environment },
      stdio: ['ignore', isWatching ? 'inherit' : 'ignore', 'inherit'],
    },
  )
}
