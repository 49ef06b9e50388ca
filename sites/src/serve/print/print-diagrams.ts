import { setTimeout as sleep } from 'node:timers/promises'

import { diagramSourcesIn } from '#/blocks/diagram-source.ts'
import type { BodyContext } from '#/model.ts'
import {
  diagramOf,
  type Diagrams,
  diagramsAskedMax,
  type DiagramSpace,
  type DiagramState,
} from '#/serve/reads/diagrams.ts'

import { documentsOf, type PrintContent } from './print-content.ts'

/** The most diagrams of a print, and how long it waits for those that are not drawn yet. */
const diagramsMax = 300
const waitMsMax = 30_000
const waitStepMs = 500

/** The diagrams of a print inside of its page: the browser that prints it needs no other file. */
export async function embeddedDiagrams(
  diagrams: Diagrams,
  content: PrintContent,
): Promise<NonNullable<BodyContext['diagram']>> {
  const sources = diagramSourcesIn(documentsOf(content), diagramsMax)
  const { id: organizationId } = content.organization
  if (organizationId === undefined || sources.length === 0) return () => undefined
  const of = { organizationId, spaceId: content.space.id }
  const states = await drawnStates(diagrams, of, sources)
  const embedded = new Map<string, string>()
  for (const { id, status } of states.values()) {
    const svg = status === 'drawn' ? await diagrams.drawing(of, id, 'light') : undefined
    if (svg !== undefined) {
      embedded.set(id, `data:image/svg+xml;base64,${svg.toString('base64')}`)
    }
  }
  return (source) => {
    const state = states.get(source)
    const isMissing = state?.status === 'drawn' && !embedded.has(state.id)
    return isMissing ? undefined : diagramOf(state, (id) => embedded.get(id) ?? '')
  }
}

/** The states of diagrams, once all are drawn or failed, or the time is over. */
async function drawnStates(
  diagrams: Diagrams,
  of: DiagramSpace,
  sources: readonly string[],
): Promise<ReadonlyMap<string, DiagramState>> {
  const deadline = Date.now() + waitMsMax
  for (;;) {
    const states = new Map<string, DiagramState>()
    for (let at = 0; at < sources.length; at += diagramsAskedMax) {
      const some = sources.slice(at, at + diagramsAskedMax)
      for (const [source, state] of await diagrams.statesOf(of, some)) {
        states.set(source, state)
      }
    }
    // An api that is busy answers nothing at first.
    const isWaiting = sources.some(
      (source) => (states.get(source)?.status ?? 'waiting') === 'waiting',
    )
    if (!isWaiting || Date.now() > deadline) return states
    await sleep(waitStepMs)
  }
}
