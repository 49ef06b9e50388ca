import { askForDiagrams } from '@lectern/server/features/publishing/diagrams/ask-for-diagrams.ts'
import { drawDiagrams } from '@lectern/server/features/publishing/diagrams/diagram-jobs.ts'

import { realFont, uploadFont } from '../../../../server/test/files/test-fonts.ts'
import { customize, must, type TestSite, type TestSites } from '../../test-sites.ts'
import type { Asking, Crawler, Shot } from './private-crawl.ts'

/** Drawing takes a browser, so these stand for the others: by a key, by a token, and once for all. */
const illustrated: ReadonlySet<string> = new Set(['shared', 'members', 'closed'])

export function isIllustrated(site: string): boolean {
  return illustrated.has(site)
}

const addressForm = /~(?:diagrams|fonts)\/[\w./-]+\.(?:svg|woff2)/g

/** The drawings and fonts that pages led readers to, below where a site begins. */
export class GivenInside {
  readonly #readers = new Map<string, Set<string>>()

  get count(): number {
    return this.#readers.size
  }

  note(reader: string, text: string): void {
    for (const [address] of text.matchAll(addressForm)) {
      const readers = this.#readers.get(address) ?? new Set()
      this.#readers.set(address, readers.add(reader))
    }
  }

  /** All of them, also those of other sites. */
  shotsAt(base: string): readonly Shot[] {
    return [...this.#readers.keys()].map((address) => ({ target: base + address }))
  }

  givenTo(reader: string): readonly string[] {
    const given = [...this.#readers].filter(([, readers]) => readers.has(reader))
    return given.map(([address]) => address)
  }
}

export const diagramOf = (label: string) => `flowchart LR\n  A[${label}]`

/** Draws a diagram as workers do, before anybody has read its page. */
export async function draw(
  { api }: TestSites,
  spaceId: string,
  source: string,
): Promise<void> {
  const { organization: organizationId, services } = api
  const of = { organizationId, spaceId }
  await askForDiagrams(services, of, [source])
  await drawDiagrams.run(of, services)
}

/** Sets a site in a font that the organization uploaded. */
export async function setInFont(world: TestSites, site: TestSite): Promise<void> {
  const admin = world.api.as('admin')
  const storageKey = await uploadFont(world.api, await realFont())
  const font = await admin.put(`/orgs/${world.api.organization}/fonts`, {
    fontFamily: 'Our own',
    fontFaces: [{ weight: 400, storageKey }],
  })
  must(font, 201)
  const { body } = await admin.get(`${site.path}/customization`)
  await customize(world, site, { styling: { ...body.styling, font: font.body } })
}

/** Whoever is led to drawings and fonts must get them, or it proves nothing that others do not. */
export async function readInside(crawler: Crawler, asking: Asking): Promise<string[]> {
  const { name, base } = asking
  const given = crawler.inside.givenTo(name)
  const problems: string[] = []
  for (const kind of ['light.svg', 'dark.svg', 'woff2']) {
    const address = given.find((each) => each.endsWith(`.${kind}`))
    const target = base + (address ?? '')
    const found =
      address === undefined ? undefined : await crawler.ask(asking, { target })
    const type = String(found?.headers['content-type'])
    const isRight =
      found?.status === 200 && /^(?:image\/svg\+xml|font\/woff2)$/.test(type)
    if (!isRight) problems.push(`${name} was given no ${kind}`)
  }
  return problems
}
