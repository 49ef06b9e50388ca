import type { Worker } from 'node:worker_threads'

const everyMs = 100

export interface HeapWatch {
  /** Looks at the heaps until the returned function is called. */
  readonly watch: () => () => void
}

/** Ends threads whose heap holds more than they may, while at least one caller watches. */
export function watchHeaps(
  threads: () => readonly Worker[],
  megabytesMax: number,
): HeapWatch {
  let watching = 0
  let timer: NodeJS.Timeout | undefined
  const look = () => {
    for (const thread of threads()) void endIfLarger(thread, megabytesMax * 1024 * 1024)
  }
  return {
    watch() {
      watching += 1
      timer ??= setInterval(look, everyMs).unref()
      return () => {
        watching -= 1
        if (watching > 0) return
        clearInterval(timer)
        timer = undefined
      }
    },
  }
}

async function endIfLarger(thread: Worker, bytesMax: number): Promise<void> {
  try {
    const { used_heap_size: bytes } = await thread.getHeapStatistics()
    if (bytes > bytesMax) await thread.terminate()
  } catch {
    // The thread has ended in the meantime.
  }
}
