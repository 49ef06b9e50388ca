/** Makes a function that fetches by key: callers share the result of a fetch already running. */
export function singleFlight<Value>() {
  const underWay = new Map<string, Promise<Value>>()
  return async (key: string, fetch: () => Promise<Value>): Promise<Value> => {
    const already = underWay.get(key)
    if (already !== undefined) return already
    const started = fetch().finally(() => underWay.delete(key))
    underWay.set(key, started)
    return started
  }
}
