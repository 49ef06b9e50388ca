import { readFileSync } from 'node:fs'
import { request } from 'node:http'

import type { Measured } from './growth-cost.ts'
import type { EditOutcome } from './growth-edits.ts'

const readers = 16
const growthMbMax = 256
/** How long a reader stops after each piece: it is slower than the server. */
const pauseMs = 20
const watchedEveryMs = 20

/** Many slow readers of the largest page tree cost the server pieces of it, never all of it each. */
export async function measureMemory(
  { world, api }: Measured,
  say: (line: string) => void,
): Promise<EditOutcome> {
  const pid = api.child.pid ?? 0
  const target = new URL(`${api.url}/v1/spaces/${world.hugeId}/content/pages`)
  const token = world.instance.sample.tokens.admin
  const small = new URL(`${api.url}/v1/spaces/${world.tinyId}/content/pages`)
  await readSlowly(small, token)
  const before = residentMb(pid)
  let peak = before
  const watching = setInterval(() => {
    peak = Math.max(peak, residentMb(pid))
  }, watchedEveryMs)
  const sizes = await Promise.all(
    Array.from({ length: readers }, async () => readSlowly(target, token)),
  )
  clearInterval(watching)
  const [bytes = 0] = sizes
  const grown = Math.round(peak - before)
  say(
    `  ${readers} slow readers of a tree of ${(bytes / 1024 / 1024).toFixed(1)} MB: the api grows by ${grown} MB to ${Math.round(peak)} MB`,
  )
  const problems = [
    ...(grown > growthMbMax ? [`page trees make the api grow by ${grown} MB`] : []),
    ...(sizes.some((size) => size !== bytes) ? ['page trees differ in length'] : []),
  ]
  return { figure: `${readers} page trees cost ${grown} MB`, problems }
}

function residentMb(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024
}

/** Takes a piece, then waits, so that the server has to keep what it has made already. */
async function readSlowly(url: URL, token: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const asking = request(
      url,
      { headers: { authorization: `Bearer ${token}` }, agent: false },
      (reply) => {
        let bytes = 0
        reply.on('data', (piece: Buffer) => {
          bytes += piece.length
          reply.pause()
          setTimeout(() => reply.resume(), pauseMs)
        })
        reply.on('end', () => {
          if (reply.statusCode === 200) resolve(bytes)
          else reject(new Error(`The page tree answered ${reply.statusCode}`))
        })
        reply.on('error', reject)
      },
    )
    asking.on('error', reject)
    asking.end()
  })
}
