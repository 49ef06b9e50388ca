import { setTimeout as sleep } from 'node:timers/promises'

import { seeded } from '../../../../tools/gate.ts'
import {
  type Author,
  basedEdit,
  type Edit,
  insertion,
  matchedEdit,
  pageEdit,
  type Scene,
} from './merge-edits.ts'
import type { HistoryItem } from './merge-history.ts'
import { createProposals } from './merge-proposals.ts'
import { afterFailureMs, createSender } from './merge-sender.ts'

export interface Clients {
  readonly history: readonly HistoryItem[]
  readonly runUntil: (isOver: () => boolean) => Promise<void>
  /** Answers that nothing explains. */
  readonly surprises: readonly string[]
}

interface ClientOptions {
  readonly url: string
  readonly count: number
  readonly seed: number
  /** Planted: nobody says which revision they mean. */
  readonly isMatchIgnored: boolean
}

type Random = ReturnType<typeof seeded>

const readShare = 0.2
const proposalShare = 0.4

/** Clients that change one space in every way there is, each after the other's answer. */
export function createClients(
  scene: Scene,
  { url, count, seed, isMatchIgnored }: ClientOptions,
): Clients {
  const history: HistoryItem[] = []
  const surprises: string[] = []
  const { spaceId, token } = scene
  const sender = createSender({ url, spaceId, token, history, surprises })
  let marks = 0

  function authorOf(client: number, request?: string): Author {
    marks += 1
    const mark = `m${client}x${marks}x`
    const own = { client, mark, key: `key of ${mark} ${seed}` }
    // Whoever edits both the main branch and a change request writes different paragraphs.
    return request === undefined
      ? { ...own, paragraph: client }
      : { ...own, request, paragraph: count + client }
  }

  /** Rarely a page more: everybody who reads the head reads them all. */
  async function nextEdit(author: Author, random: Random): Promise<Edit | undefined> {
    const die = random.below(28)
    if (die === 0) return insertion(author)
    const pageShare = author.request === undefined ? 6 : 3
    if (die < pageShare) return pageEdit(author, random.pick(scene.contested))
    return die < 16
      ? matchedEdit(sender, scene, author, isMatchIgnored)
      : basedEdit(sender, scene, author)
  }

  const proposals = createProposals(sender, { authorOf, nextEdit })

  async function step(client: number, random: Random): Promise<void> {
    const die = random.next()
    if (die < readShare) await sender.readHead(client)
    else if (die < readShare + proposalShare) await proposals.step(client, random)
    else {
      const edit = await nextEdit(authorOf(client), random)
      if (edit === undefined) await sleep(afterFailureMs)
      else await sender.write(client, edit)
    }
  }

  return {
    history,
    surprises,
    async runUntil(isOver) {
      const loops = Array.from({ length: count }, async (_, client) => {
        const random = seeded(seed + client)
        while (!isOver()) await step(client, random)
      })
      await Promise.all(loops)
    },
  }
}
