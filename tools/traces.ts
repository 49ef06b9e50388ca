import { readdir, readFile } from 'node:fs/promises'

/**
 * The processes that were started with a word in their environment; Linux only. Arguments do not
 * count: PostgreSQL shows there the databases that its processes work for.
 */
export async function processesWith(word: string): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const found: number[] = []
  for (const pid of pids) {
    const environment = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '')
    if (environment.includes(word)) found.push(Number(pid))
  }
  return found
}
