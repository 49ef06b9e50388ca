/** Stores a value. Readers may forbid storage: nothing is remembered then, and nothing breaks. */
export function remember(area: 'local' | 'session', key: string, value: string): void {
  try {
    areaOf(area).setItem(`lectern:${key}`, value)
  } catch {
    // Storage is forbidden or full.
  }
}

export function recall(area: 'local' | 'session', key: string): string | undefined {
  try {
    return areaOf(area).getItem(`lectern:${key}`) ?? undefined
  } catch {
    return undefined
  }
}

/** The strings of a stored list; empty when nothing or something else is stored. */
export function recallList(area: 'local' | 'session', key: string): string[] {
  try {
    const stored: unknown = JSON.parse(recall(area, key) ?? '[]')
    return Array.isArray(stored)
      ? stored.filter((entry): entry is string => typeof entry === 'string')
      : []
  } catch {
    return []
  }
}

const areaOf = (area: 'local' | 'session') =>
  area === 'local' ? localStorage : sessionStorage
