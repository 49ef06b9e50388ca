import type { FilledSpace } from '../../../../server/test/gates/merge-cost/merge-cost-world.ts'
import type { GateSite, SitesProcess, SitesWorld } from '../site-processes.ts'

export interface PublishScene {
  readonly world: SitesWorld
  readonly sites: SitesProcess
  readonly space: FilledSpace
  readonly site: GateSite
  /** The path of each page of the space below the site. */
  readonly targets: ReadonlyMap<string, string>
}

export interface Rendered {
  readonly what: string
  readonly bodies: number
}

/** Pages that are read before and after each change; among them those that are concerned. */
const pagesRead = 40
const parts = ['head', 'frame', 'tree', 'body', 'foot']

/** What is rendered again after a change of one page, to which two others link. */
export async function countRenders(
  scene: PublishScene,
  say: (line: string) => void,
  /** Plants a change that every body depends on. */
  changesAll: boolean,
): Promise<readonly Rendered[]> {
  const { world, space, targets } = scene
  // The first of each hundred are chapters: a rename of one would move all its pages.
  const [page = '', one = '', other = ''] = space.pages.slice(1)
  const slug = lastOf(targets.get(page))
  const edit = async (...changes: object[]): Promise<void> => {
    await world.send('POST', `/spaces/${space.spaceId}/content`, { changes })
  }
  await edit(
    ...[one, other].map((id) => ({
      operation: 'update_page',
      page: id,
      document: { markdown: `See [that](${slug}.md).\n` },
    })),
  )
  const read = space.pages.slice(1, 1 + pagesRead)
  const counted: Rendered[] = []
  const body = { document: { markdown: 'Another body.\n' } }
  const changes = [
    ['a body edit', body],
    ['a title change', { title: 'Another title', slug }],
    ['a rename', { slug: 'another-address' }],
  ] as const
  for (const [what, change] of changes) {
    await readAll(scene, read)
    const before = await scene.sites.figures()
    await edit({ operation: 'update_page', page, ...change })
    if (changesAll) {
      await world.send('PATCH', `/spaces/${space.spaceId}`, { language: 'fr' })
    }
    await readAll(scene, read)
    const after = await scene.sites.figures()
    const grown = (part: string) => {
      const name = `lectern_sites_renders_total{part="${part}"}`
      return (after.get(name) ?? 0) - (before.get(name) ?? 0)
    }
    const figures = parts.map((part) => `${part} ${grown(part)}`).join(', ')
    say(`  ${what}, ${read.length} of ${space.pages.length} pages read: ${figures}`)
    counted.push({ what, bodies: grown('body') })
  }
  return counted
}

/** Where each page is now: who insists is answered as of now, and follows where it went. */
async function readAll(
  { sites, targets }: PublishScene,
  pages: readonly string[],
): Promise<void> {
  for (const page of pages) {
    const target = targets.get(page) ?? ''
    let reply = await sites.read(target, { 'cache-control': 'no-cache' })
    if (reply.status === 308) reply = await sites.read(reply.headers.location ?? '')
    if (reply.status !== 200) throw new Error(`${target} answered ${reply.status}`)
  }
}

function lastOf(target = ''): string {
  return target.slice(target.lastIndexOf('/') + 1)
}
