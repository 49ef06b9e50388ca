import { execFile } from 'node:child_process'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '..')
const timeoutMs = 120_000
const outputBytesMax = 64 * 1024 * 1024

export interface Audit {
  readonly verdict: 'clean' | 'vulnerable' | 'not answered'
  readonly line: string
}

/** Asks the registry for known weaknesses of the packages that ship. */
export async function audit(signal?: AbortSignal): Promise<Audit> {
  const output = await new Promise<string>((resolve) => {
    execFile(
      'npm',
      ['audit', '--omit=dev', '--json'],
      {
        cwd: root,
        timeout: timeoutMs,
        maxBuffer: outputBytesMax,
        ...(signal && { signal }),
      },
      // npm fails when there are weaknesses, and when it is not answered: its output tells which.
      (error, stdout) => resolve(stdout === '' ? (error?.message ?? '') : stdout),
    )
  })
  return judgeAudit(output)
}

/** Reads what `npm audit --json` prints. High and critical weaknesses are too many. */
export function judgeAudit(output: string): Audit {
  const report = parsed(output)
  const counts = report?.metadata?.vulnerabilities
  if (report !== undefined && counts !== undefined) return judgeCounts(report, counts)
  const why = report?.message ?? output.trim().split('\n')[0]
  return {
    verdict: 'not answered',
    line: `audit: not answered, so nothing is known of weaknesses in packages: ${why}`,
  }
}

function judgeCounts({ vulnerabilities = {} }: Report, counts: Counts): Audit {
  const { high = 0, critical = 0, total = 0 } = counts
  const figure = `audit: ${critical} critical, ${high} high, ${total} in all`
  if (high + critical === 0) return { verdict: 'clean', line: figure }
  const names = Object.entries(vulnerabilities)
    .filter(([, { severity }]) => severity === 'high' || severity === 'critical')
    .map(([name]) => name)
  return { verdict: 'vulnerable', line: `${figure}: ${names.join(', ')}` }
}

type Counts = Readonly<Record<string, number>>

interface Report {
  readonly message?: string
  readonly metadata?: { readonly vulnerabilities?: Counts }
  readonly vulnerabilities?: Readonly<Record<string, { readonly severity?: string }>>
}

function parsed(output: string): Report | undefined {
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every member is optional, and npm's own
    return JSON.parse(output) as Report
  } catch {
    return undefined
  }
}

if (import.meta.main) {
  const { verdict, line } = await audit()
  process.stdout.write(`${line}\n`)
  process.exitCode = verdict === 'vulnerable' ? 1 : 0
}
