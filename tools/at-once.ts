/** Runs `count` items at a time; a runner that has finished one takes the next. */
export async function atOnce<T>(
  count: number,
  items: readonly T[],
  run: (item: T) => Promise<void>,
): Promise<void> {
  const waiting = items.values()
  // All runners share one iterator: each item is taken once.
  const takeTurns = async () => {
    for (const item of waiting) await run(item)
  }
  await Promise.all(Array.from({ length: count }, takeTurns))
}
