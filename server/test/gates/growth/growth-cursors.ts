import type { Instance } from '../harness/instance.ts'

/** First, middle and last page of a list; the way there goes in large steps. */
export async function cursorsOf(
  { sample }: Instance,
  url: string,
  list: string,
): Promise<Record<'first' | 'middle' | 'last', string | undefined>> {
  const cursors: string[] = []
  let page = ''
  for (;;) {
    const reply = await fetch(`${url}/v1${list}&limit=1000${page && `&page=${page}`}`, {
      headers: { authorization: `Bearer ${sample.tokens.admin}` },
    })
    if (reply.status !== 200) throw new Error(`${list} answered ${reply.status}`)
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the shape of every list
    const { next } = (await reply.json()) as { next?: { page: string } }
    if (next === undefined) break
    page = next.page
    cursors.push(page)
  }
  return {
    first: undefined,
    middle: cursors[Math.floor(cursors.length / 2)],
    last: cursors.at(-1),
  }
}
