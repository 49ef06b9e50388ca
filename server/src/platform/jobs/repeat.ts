/** Calls `run` again and again, never twice at the same time, until stopped. */
export function repeat(
  everyMs: number,
  run: () => Promise<void>,
  onFailure: (error: unknown) => void,
): () => Promise<void> {
  let current: Promise<void> | undefined
  const timer = setInterval(() => {
    current ??= run()
      .catch(onFailure)
      .finally(() => {
        current = undefined
      })
  }, everyMs)
  return async () => {
    clearInterval(timer)
    await current
  }
}
