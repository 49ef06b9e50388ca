import { setTimeout as sleep } from 'node:timers/promises'

import type { seeded } from '../../../../tools/gate.ts'
import type { Author, Edit } from './merge-edits.ts'
import type { RequestAnswer, WriteAnswer } from './merge-history.ts'
import { afterFailureMs, type Asking, type Sender } from './merge-sender.ts'

type Random = ReturnType<typeof seeded>

interface Making {
  readonly authorOf: (client: number, request?: string) => Author
  readonly nextEdit: (author: Author, random: Random) => Promise<Edit | undefined>
}

export interface Proposals {
  /** The next thing that a client does with change requests. */
  readonly step: (client: number, random: Random) => Promise<void>
}

const ownMax = 2

interface Proposal {
  readonly id: string
  readonly owner: number
  /** Others edit it, bring it up to date and merge it too. */
  readonly isShared: boolean
}

/** What clients do with change requests, their own and each other's. */
export function createProposals(
  sender: Sender,
  { authorOf, nextEdit }: Making,
): Proposals {
  const going = new Map<string, Proposal>()

  /** Without a key it is sent once: a second one would be another change request. */
  async function create(client: number, random: Random): Promise<void> {
    const author = authorOf(client)
    const headers = headersOf(author, random)
    const isRepeated = 'idempotency-key' in headers
    const asking = { kind: 'create', request: author.mark, headers, isRepeated } as const
    const answer = await sender.ask(client, asking)
    if (answer.outcome !== 'done' || answer.made === undefined) return
    const { id } = answer.made
    if (random.next() < 0.5 && !(await sender.setStatus(id, 'open'))) return
    going.set(id, { id, owner: client, isShared: random.next() < 0.5 })
  }

  async function edit(client: number, { id }: Proposal, random: Random) {
    const next = await nextEdit(authorOf(client, id), random)
    if (next === undefined) return sleep(afterFailureMs)
    if (isOver(await sender.write(client, next))) going.delete(id)
    return undefined
  }

  /** Both may be sent again with a key or without: what is done is answered as it was done. */
  async function ask(
    client: number,
    proposal: Proposal,
    { kind, random }: { kind: Asking['kind']; random: Random },
  ): Promise<void> {
    const { id } = proposal
    const headers = headersOf(authorOf(client, id), random)
    const isRepeated = random.next() < 0.7
    const answer = await sender.ask(client, { kind, request: id, headers, isRepeated })
    const isMerged = kind === 'merge' && answer.outcome === 'done'
    if (isMerged || isOver(answer)) going.delete(id)
    else if (isInConflict(answer)) await giveUp(proposal, random)
  }

  /** Nobody decides conflicts here; what is given up stays on its branch. */
  async function giveUp({ id, isShared }: Proposal, random: Random): Promise<void> {
    going.delete(id)
    // A shared one may be merged at this moment, and would be opened again.
    if (!isShared && random.next() < 0.5) await sender.setStatus(id, 'archived')
  }

  return {
    async step(client, random) {
      const mine = [...going.values()].filter(({ owner }) => owner === client)
      const others = [...going.values()].filter(
        ({ owner, isShared }) => isShared && owner !== client,
      )
      const all = others.length > 0 && random.next() < 0.3 ? others : mine
      if (all.length === 0 || (mine.length < ownMax && random.next() < 0.1)) {
        return create(client, random)
      }
      const proposal = random.pick(all)
      const die = random.below(12)
      if (die < 6) return edit(client, proposal, random)
      if (die < 8) return ask(client, proposal, { kind: 'update', random })
      if (die < 10) return ask(client, proposal, { kind: 'merge', random })
      await sender.readHead(client, proposal.id)
      return undefined
    },
  }
}

function headersOf({ key }: Author, random: Random) {
  return random.next() < 0.5 ? { 'idempotency-key': key } : {}
}

function isOver(answer: WriteAnswer | RequestAnswer): boolean {
  return answer.outcome === 'refused' && answer.reason === 'change_request_closed'
}

function isInConflict(answer: RequestAnswer): boolean {
  return answer.outcome === 'refused' && answer.reason === 'conflicts'
}
