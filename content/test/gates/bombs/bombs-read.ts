import { links } from '#/look/links.ts'
import { read } from '#/read/read.ts'
import { write } from '#/write/write.ts'

import { bombs } from './bombs-inputs.ts'

export interface Order {
  readonly index: number
  readonly plant?: 'slow' | 'hungry'
}

export interface Exploded {
  /** Processor time: what others do on the machine is not the reader's fault. */
  readonly milliseconds: number
  /** What the reading made of it, in a few words. */
  readonly became: string
}

/** Reads bombs one after the other, in a process of its own whose memory is bounded by whoever starts it. */
process.on('message', ({ index, plant }: Order) => {
  const source = bombs[index]?.make() ?? ''
  const started = process.cpuUsage()
  if (plant === 'slow') while (spentSince(started) < 3000);
  if (plant === 'hungry') eatMemory()
  const { document } = read(source)
  const found = links(document).length
  const written = write(document).length
  const milliseconds = spentSince(started)
  const reason = document.nodes.find((node) => node.type === 'verbatim')?.data.reason
  const became = `${document.nodes.length} blocks, ${found} links, ${written} characters written`
  process.send?.({
    milliseconds,
    became: reason === undefined ? became : `${became}; verbatim: ${reason}`,
  } satisfies Exploded)
})

function spentSince(started: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(started)
  return (user + system) / 1000
}

function eatMemory(): never {
  const eaten: unknown[] = []
  for (;;) eaten.push(Array.from({ length: 100_000 }, Math.random))
}
