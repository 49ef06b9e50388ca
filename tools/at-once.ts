/** So many at a time; whoever has done one takes the next. */
export async function atOnce<T>(
  count: number,
  items: readonly T[],
  run: (item: T) => Promise<void>,
): Promise<void> {
  const waiting = items.values()
  // One iterator for all of them: each item is taken once.
  const takeTurns = async () => {
    for (const item of waiting) await run(item)
  }
  await Promise.all(Array.from({ length: count }, takeTurns))
}
