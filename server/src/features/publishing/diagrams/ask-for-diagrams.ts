import { enqueue } from '#/platform/jobs/job.ts'
import type { Services } from '#/platform/services.ts'

import { drawDiagrams } from './diagram-jobs.ts'
import { diagramId } from './diagram-key.ts'
import {
  type DiagramFailure,
  type DiagramRow,
  insertDiagrams,
  type OfSpace,
  renewDiagrams,
  selectDiagrams,
  selectRoom,
} from './diagram-queries.ts'

/** The most diagrams of one question: those of a page. */
export const diagramsAskedMax = 50

/** The most diagrams of a space that wait; those beyond are asked for again by a later reader. */
const waitingMax = 200
/** The same for all spaces of an organization together. */
const waitingOfAllMax = 500

/** The state of a diagram, as the renderer is told. */
export type AskedDiagram = { readonly id: string } & (
  | { readonly status: 'drawn'; readonly width: number; readonly height: number }
  | { readonly status: 'waiting' }
  | { readonly status: 'failed'; readonly failure: DiagramFailure }
)

/**
 * The states of diagrams, in the order of their sources; the first to ask for one has it drawn.
 * Undefined if there is no such space.
 */
export async function askForDiagrams(
  { db }: Pick<Services, 'db'>,
  of: OfSpace,
  sources: readonly string[],
): Promise<readonly AskedDiagram[] | undefined> {
  const bySource = new Map(sources.map((source) => [diagramId(source), source]))
  const rows = await db.many(selectDiagrams, { ...of, ids: [...bySource.keys()] })
  const known = new Map(rows.map((row) => [row.id, row]))
  const fresh = [...bySource].filter(([id]) => !known.has(id))
  const due = rows.filter(({ is_due: isDue }) => isDue)
  const stale = rows.filter(({ is_forgotten: isForgotten }) => isForgotten)
  const renewed = new Set([...due, ...stale].map(({ id }) => id))
  if (fresh.length > 0 || renewed.size > 0) {
    const isThere = await db.transaction(async (tx) => {
      const found = await tx.first(selectRoom, { ...of, waitingMax, waitingOfAllMax })
      if (found === undefined) return false
      if (renewed.size > 0) await tx.run(renewDiagrams, { ...of, ids: [...renewed] })
      const taken = fresh.slice(0, Math.max(found.room, 0))
      const inserted =
        taken.length === 0
          ? []
          : await tx.many(insertDiagrams, {
              ...of,
              ids: taken.map(([id]) => id),
              sources: taken.map(([, source]) => source),
            })
      if (inserted.length > 0 || due.length > 0) {
        enqueue(tx, drawDiagrams, of, { key: of.spaceId })
      }
      return true
    })
    if (!isThere) return undefined
  }
  const again = new Set(due.map(({ id }) => id))
  return sources.map((source) => {
    const id = diagramId(source)
    return viewDiagram(id, again.has(id) ? undefined : known.get(id))
  })
}

function viewDiagram(id: string, row: DiagramRow | undefined): AskedDiagram {
  if (row?.status === 'drawn' && row.width !== null && row.height !== null) {
    return { id, status: 'drawn', width: row.width, height: row.height }
  }
  return row?.status === 'failed' && row.failure !== null
    ? { id, status: 'failed', failure: row.failure }
    : { id, status: 'waiting' }
}
