import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const connections = 32

export interface LoadResult {
  readonly requests: number
  readonly perSecond: number
  readonly failures: number
}

/** wrk from one thread, so that the load itself takes little of the machine. */
export async function loadHttp(
  url: string,
  options: {
    seconds: number
    headers?: Record<string, string>
    script?: string
    connections?: number
  },
): Promise<LoadResult> {
  const folder = await mkdtemp(path.join(tmpdir(), 'lectern-wrk-'))
  try {
    const script = path.join(folder, 'request.lua')
    await writeFile(script, options.script ?? '')
    const { stdout } = await run('wrk', [
      '-t1',
      `-c${options.connections ?? connections}`,
      `-d${options.seconds}s`,
      '-s',
      script,
      ...Object.entries(options.headers ?? {}).flatMap(([name, value]) => [
        '-H',
        `${name}: ${value}`,
      ]),
      url,
    ])
    return {
      requests: Number(/(\d+) requests in/.exec(stdout)?.[1] ?? 0),
      perSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1] ?? 0),
      failures: Number(/Non-2xx or 3xx responses: (\d+)/.exec(stdout)?.[1] ?? 0),
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The same statement again and again, prepared, straight on the engine. */
export async function loadSql(
  databaseUrl: string,
  sql: string,
  options: { seconds: number; variables: Record<string, string> },
): Promise<LoadResult> {
  const folder = await mkdtemp(path.join(tmpdir(), 'lectern-pgbench-'))
  try {
    const file = path.join(folder, 'statement.sql')
    await writeFile(file, sql)
    const { stdout } = await run('pgbench', [
      '-n',
      '-M',
      'prepared',
      `-c${connections}`,
      '-j1',
      `-T${options.seconds}`,
      '-f',
      file,
      ...Object.entries(options.variables).flatMap(([name, value]) => [
        '-D',
        `${name}=${value}`,
      ]),
      databaseUrl,
    ])
    return {
      requests: Number(/actually processed: (\d+)/.exec(stdout)?.[1] ?? 0),
      perSecond: Number(/tps = ([\d.]+)/.exec(stdout)?.[1] ?? 0),
      failures: Number(/number of failed transactions: (\d+)/.exec(stdout)?.[1] ?? 0),
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
