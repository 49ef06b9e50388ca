/** A number of bytes that tasks of a process may hold together. */
export interface Budget {
  readonly bytesMax: number
  /**
   * Reserves bytes, and gives the function that releases them. Tasks are served in the order they
   * ask in, so that a large one is not overtaken for ever. Undefined when the wait is too long.
   */
  readonly reserve: (bytes: number, waitMsMax: number) => Promise<Release | undefined>
}

export type Release = () => void

interface Waiting {
  readonly bytes: number
  readonly begin: (release: Release) => void
}

export function createBudget(bytesMax: number): Budget {
  let free = bytesMax
  const waiting = new Set<Waiting>()

  function serve(): void {
    for (const task of waiting) {
      if (task.bytes > free) return
      waiting.delete(task)
      task.begin(take(task.bytes))
    }
  }
  function take(bytes: number): Release {
    free -= bytes
    let isHeld = true
    return () => {
      if (!isHeld) return
      isHeld = false
      free += bytes
      serve()
    }
  }
  return {
    bytesMax,
    async reserve(bytes, waitMsMax) {
      if (bytes > bytesMax) {
        throw new RangeError(`${bytes} bytes are more than ${bytesMax}`)
      }
      const { promise, resolve } = Promise.withResolvers<Release | undefined>()
      const task: Waiting = { bytes, begin: resolve }
      waiting.add(task)
      serve()
      const timer = setTimeout(() => {
        waiting.delete(task)
        resolve(undefined)
        serve()
      }, waitMsMax)
      const release = await promise
      clearTimeout(timer)
      return release
    },
  }
}
