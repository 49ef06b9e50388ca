import { readdir, readFile } from 'node:fs/promises'

/** The processes in whose environment or arguments a word stands; Linux only. */
export async function processesWith(word: string): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const found: number[] = []
  for (const pid of pids) {
    const texts = await Promise.all(
      ['environ', 'cmdline'].map(async (file) =>
        readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => ''),
      ),
    )
    if (texts.some((text) => text.includes(word))) found.push(Number(pid))
  }
  return found
}
