import { splitPage } from '@lectern/content/page/page-file.ts'
import { read } from '@lectern/content/read/read.ts'

import { type Threads, threadTask } from '#/platform/threads/threads.ts'

/** As an import does it. */
const charactersPerTask = 50_000

const parseTask = threadTask<readonly string[], number>(
  new URL(import.meta.url),
  'parseAll',
)

/** @public loaded by name */
export function parseAll(texts: readonly string[]): number {
  let blocks = 0
  for (const text of texts) blocks += read(splitPage(text).body).blocks.length
  return blocks
}

/** Reads all texts on the given threads and does nothing else; answers how long that takes. */
export async function parseAlone(
  threads: Threads,
  texts: readonly string[],
): Promise<number> {
  const batches: string[][] = []
  let characters = Number.POSITIVE_INFINITY
  for (const text of texts) {
    characters += text.length
    if (characters > charactersPerTask) {
      batches.push([text])
      characters = text.length
    } else batches.at(-1)?.push(text)
  }
  const startedMs = performance.now()
  const waiting = batches.values()
  const worker = async () => {
    for (const batch of waiting) await threads.run({ userId: 'gate' }, parseTask, batch)
  }
  await Promise.all(Array.from({ length: threads.size + 1 }, worker))
  return performance.now() - startedMs
}
