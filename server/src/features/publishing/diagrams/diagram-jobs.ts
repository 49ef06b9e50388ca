import { enqueue, goOn, job, Stopped } from '#/platform/jobs/job.ts'
import type { Services } from '#/platform/services.ts'

import { diagramThemes, drawingKey } from './diagram-key.ts'
import {
  beginDiagram,
  completeDiagram,
  deleteOldest,
  failDiagram,
  failWaiting,
  type OfSpace,
} from './diagram-queries.ts'
import { type Drawn, openDrawingBoard, type DrawingBoard } from './drawing-board.ts'

/** The most diagrams that a space keeps: those that were asked for longest ago go first. */
const keptMax = 1000
/** The most diagrams of one job; what is left waits for another, behind other organizations'. */
const drawnMax = 25
/** After so long no further diagram is begun by a job: other organizations may wait for theirs. */
const turnMs = 3_000
const attemptsMax = 2
const timeoutSeconds = 600

const limits = {
  timeoutMs: 10_000,
  memoryBytesMax: 1024 ** 3,
  bytesMax: 1024 ** 2,
}

/**
 * Draws the diagrams of a space that wait, one job at a time: each opens a browser. Organizations
 * take turns, and one whose diagrams are expensive has one of them drawn in a turn.
 */
export const drawDiagrams = job<OfSpace>(
  'diagram.draw',
  {
    retriesMax: 2,
    timeoutSeconds,
    concurrencyMax: 1,
    perOrganizationMax: 1,
    ordered: true,
  },
  async ({ organizationId, spaceId }, services, stopping) => {
    const of = { organizationId, spaceId }
    await dropOldest(services, of)
    const { clock, config, db, log } = services
    let board: DrawingBoard | undefined
    let drawnMs = 0
    try {
      for (let count = 0; ; count += 1) {
        goOn(stopping)
        if (count === drawnMax || drawnMs > turnMs) {
          await db.transaction(async (tx) =>
            enqueue(tx, drawDiagrams, of, { key: of.spaceId }),
          )
          return
        }
        const next = await db.transaction(async (tx) => tx.first(beginDiagram, of))
        if (next === undefined) return
        board ??= openDrawingBoard({
          chromium: { path: config.CHROMIUM_PATH, isSandboxed: config.CHROMIUM_SANDBOX },
          limits,
        })
        const begunMs = clock.nowMs()
        const drawn: Drawn =
          next.attempts > attemptsMax
            ? { kind: 'failed', failure: 'expensive' }
            : await board.draw(next.source)
        // The first one waits for the browser besides, which may take long on a busy machine.
        if (count > 0 || isExpensive(drawn)) drawnMs += clock.nowMs() - begunMs
        await keep(services, { ...of, diagramId: next.id }, drawn)
      }
    } catch (error) {
      if (error instanceof Stopped) throw error
      log.error({ err: error, spaceId }, 'diagrams could not be drawn')
      // Pages must not wait for a browser that does not start: they are asked for again later.
      await db.transaction(async (tx) =>
        tx.run(failWaiting, { ...of, failure: 'unavailable' }),
      )
    } finally {
      await board?.close()
    }
  },
)

function isExpensive(drawn: Drawn): boolean {
  return drawn.kind === 'failed' && drawn.failure === 'expensive'
}

async function keep(
  { db, storage }: Services,
  diagram: OfSpace & { readonly diagramId: string },
  drawn: Drawn,
): Promise<void> {
  if (drawn.kind === 'failed') {
    const { failure } = drawn
    await db.transaction(async (tx) => tx.run(failDiagram, { ...diagram, failure }))
    return
  }
  for (const theme of diagramThemes) {
    const bytes = Buffer.from(drawn[theme].svg)
    await storage.put(drawingKey(diagram, theme), bytes, {
      contentType: 'image/svg+xml',
      sizeBytes: bytes.length,
    })
  }
  const { width, height } = drawn.light
  const rows = await db.transaction(async (tx) =>
    tx.count(completeDiagram, { ...diagram, width, height }),
  )
  // The space was purged, or the diagram dropped, while it was drawn.
  if (rows === 0) await forget(storage, diagram)
}

async function dropOldest({ db, storage }: Services, of: OfSpace): Promise<void> {
  const dropped = await db.transaction(async (tx) =>
    tx.many(deleteOldest, { ...of, rowsMax: keptMax }),
  )
  for (const { id } of dropped) {
    await forget(storage, { spaceId: of.spaceId, diagramId: id })
  }
}

async function forget(
  storage: Services['storage'],
  place: { readonly spaceId: string; readonly diagramId: string },
): Promise<void> {
  for (const theme of diagramThemes) await storage.delete(drawingKey(place, theme))
}
