/** Parts of one kind, and how many of them are worked on at once. */
export interface Group<Part> {
  readonly places: number
  readonly parts: Iterable<Part> | AsyncIterable<Part>
  readonly work: (part: Part) => Promise<void>
}

/**
 * Works on the parts of two groups at once, each in its order. After the first failure no part is
 * begun, and the failure is thrown once the parts that were under way have ended.
 */
export async function allTogether<One, Other>(
  one: Group<One>,
  other: Group<Other>,
): Promise<void> {
  const stopping = new AbortController()
  await Promise.all([workOn(one, stopping), workOn(other, stopping)])
  stopping.signal.throwIfAborted()
}

async function workOn<Part>(
  { places, parts, work }: Group<Part>,
  stopping: AbortController,
): Promise<void> {
  const waiting = shared(parts)
  const worker = async () => {
    try {
      for await (const part of waiting) {
        if (stopping.signal.aborted) return
        // A failure is known to all workers before the iterator is closed, which waits for them.
        await work(part).catch((error: unknown) => stopping.abort(error))
        if (stopping.signal.aborted) return
      }
    } catch (error) {
      stopping.abort(error)
    }
  }
  await Promise.all(Array.from({ length: places }, worker))
}

/** The parts for several workers: whoever stops early ends them for all. */
async function* shared<Part>(parts: Group<Part>['parts']): AsyncGenerator<Part, void> {
  yield* parts
}
