import { readConfig } from '#/platform/config/config.ts'
import type { Services } from '#/platform/services.ts'
import { openServices } from '#/start/services.ts'

import { seeded } from '../../../../tools/gate.ts'
import type { Instance } from '../harness/instance.ts'
import { refusal, send } from './purge-send.ts'
import { plantDiagram, plantOnSite, plantPdf } from './purge-sites.ts'

/** No vowels: no stemmer shortens them, no word is like them. */
const letters = 'bcdfghjklmnpqrtvwxz'
const canaryLength = 20
const start = 'zq'
export const canaryPattern = new RegExp(`${start}[${letters}]{${canaryLength}}k`, 'g')

const changesPerRequest = 40

export interface Canary {
  readonly where: string
  readonly text: string
}

interface Planter {
  /** A new canary, which is noted for the place it is planted in. */
  readonly canary: (where: string) => string
  /** Sends changes; gives what was made, change by change. */
  readonly edit: (changes: readonly object[]) => Promise<readonly Made[]>
}

interface Made {
  readonly page?: string
}

/** What a space can hold, in shares of the whole. */
const shares: readonly (readonly [
  number,
  (planter: Planter, count: number) => Promise<void>,
])[] = [
  [0.12, plantTitles],
  [0.2, plantBodies],
  [0.08, plantSlugs],
  [0.08, plantDescriptions],
  [0.12, plantFiles],
  [0.08, plantReusableContents],
  [0.06, plantVariables],
  [0.1, plantOldRevisions],
  [0.08, plantLinks],
  [0.04, plantOldNames],
]

/** The rest of the canaries goes in through an import. */
export async function plantCanaries(
  instance: Instance,
  {
    url,
    spaceId,
    count,
    seed,
  }: { url: string; spaceId: string; count: number; seed: number },
): Promise<Canary[]> {
  const random = seeded(seed)
  const canaries: Canary[] = []
  const canary = (where: string) => {
    const middle = Array.from({ length: canaryLength }, () =>
      letters.charAt(random.below(letters.length)),
    )
    const text = `${start}${middle.join('')}k`
    canaries.push({ where, text })
    return text
  }
  const token = instance.sample.tokens.admin
  const edit: Planter['edit'] = async (changes) => {
    const made: Made[] = []
    for (let from = 0; from < changes.length; from += changesPerRequest) {
      const body = { changes: changes.slice(from, from + changesPerRequest) }
      const answer = await send(`${url}/v1/spaces/${spaceId}/content`, token, body)
      made.push(...answer.changes)
    }
    return made
  }
  const planter = { canary, edit }
  for (const [share, plant] of shares) await plant(planter, Math.round(share * count))
  await plantOnSite(instance, { url, spaceId, canary })
  await storing(instance, async ({ storage }) => {
    await plantPdf(instance, { spaceId, canary, storage })
    await plantDiagram(instance, { spaceId, canary, storage })
  })
  const [name = '', ...forgotten] = each(3, () => canary('a forgotten upload'))
  await upload(instance, { url, name, text: forgotten.join(' ') })
  const texts = each(count - canaries.length, () => canary('an import'))
  await plantImport(instance, { url, spaceId, texts })
  return canaries
}

async function storing(
  { environment }: Instance,
  run: (services: Services) => Promise<void>,
): Promise<void> {
  const component = 'command'
  const { services, close } = await openServices(readConfig(environment), { component })
  try {
    await run(services)
  } finally {
    await close()
  }
}

/** Calls once for each canary. */
function each<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index))
}

async function plantTitles({ canary, edit }: Planter, count: number): Promise<void> {
  await edit(
    each(count, () => ({
      operation: 'insert_page',
      title: `About ${canary('a title')}`,
      slug: 'about',
    })),
  )
}

/** Ten to a page, some of them in headings, which the search keeps by themselves. */
async function plantBodies({ canary, edit }: Planter, count: number): Promise<void> {
  const changes = each(Math.ceil(count / 10), (page) => {
    const words = each(Math.min(10, count - page * 10), () => canary('a body'))
    const markdown = `## ${words[0]}\n\n${words.slice(1).join(' and ')}\n`
    return { operation: 'insert_page', title: 'Body', document: { markdown } }
  })
  await edit(changes)
}

async function plantSlugs({ canary, edit }: Planter, count: number): Promise<void> {
  await edit(
    each(count, () => ({
      operation: 'insert_page',
      title: 'Named',
      slug: canary('a slug'),
    })),
  )
}

async function plantDescriptions(
  { canary, edit }: Planter,
  count: number,
): Promise<void> {
  await edit(
    each(count, () => ({
      operation: 'insert_page',
      title: 'Described',
      description: `Says ${canary('a description')}.`,
    })),
  )
}

/** Half in their names, half in their bytes. */
async function plantFiles({ canary, edit }: Planter, count: number): Promise<void> {
  const files = each(Math.ceil(count / 2), () => ({
    name: `${canary('the name of a file')}.txt`,
    base64: Buffer.from(`It says ${canary('the bytes of a file')}.`).toString('base64'),
  }))
  const changes = each(Math.ceil(files.length / 10), (nth) => ({
    operation: 'insert_files',
    files: files.slice(nth * 10, nth * 10 + 10),
  }))
  for (const change of changes) await edit([change])
}

async function plantReusableContents(
  { canary, edit }: Planter,
  count: number,
): Promise<void> {
  await edit(
    each(Math.ceil(count / 2), () => ({
      operation: 'insert_reusable_content',
      title: canary('the title of a reusable content'),
      document: { markdown: `${canary('a reusable content')}\n` },
    })),
  )
}

async function plantVariables({ canary, edit }: Planter, count: number): Promise<void> {
  const variables = Object.fromEntries(
    each(Math.ceil(count / 2), () => [
      canary('the name of a variable'),
      canary('the value of a variable'),
    ]),
  )
  await edit([{ operation: 'set_variables', variables }])
}

/** Replaced at once, so that only old revisions hold them. */
async function plantOldRevisions(
  { canary, edit }: Planter,
  count: number,
): Promise<void> {
  const made = await edit(
    each(Math.ceil(count / 2), () => ({
      operation: 'insert_page',
      title: canary('a title of an old revision'),
      slug: 'old',
      document: { markdown: `${canary('a body of an old revision')}\n` },
    })),
  )
  await edit(
    made.map(({ page }, index) =>
      index % 2 === 0
        ? { operation: 'delete_page', page }
        : {
            operation: 'update_page',
            page,
            title: 'New',
            document: { markdown: 'New.\n' },
          },
    ),
  )
}

async function plantLinks({ canary, edit }: Planter, count: number): Promise<void> {
  await edit(
    each(Math.ceil(count / 2), () => ({
      operation: 'insert_page',
      title: 'Linking',
      document: {
        markdown: `[there](https://elsewhere.example/${canary('the address of a link')}) and [here](${canary('a broken link')}.md)\n`,
      },
    })),
  )
}

/** A page that is called something else by now: its old name still leads to it. */
async function plantOldNames({ canary, edit }: Planter, count: number): Promise<void> {
  const made = await edit(
    each(count, () => ({
      operation: 'insert_page',
      title: 'Renamed',
      slug: canary('an old name'),
    })),
  )
  await edit(
    made.map(({ page }) => ({ operation: 'update_page', page, slug: `renamed-${page}` })),
  )
}

/** Both the upload and what is made of it hold them. */
async function plantImport(
  instance: Instance,
  { url, spaceId, texts }: { url: string; spaceId: string; texts: readonly string[] },
): Promise<void> {
  const { organization, tokens } = instance.sample
  const [name = '', ...words] = texts
  const key = await upload(instance, { url, name, text: words.join(' and ') })
  await send(`${url}/v1/org/${organization}/imports`, tokens.admin, {
    source: { type: 'file', files: [key] },
    target: { space: spaceId, mode: 'add' },
  })
}

/** Stays until it is swept, whether anybody uses it or not. */
async function upload(
  { sample }: Instance,
  { url, name, text }: { url: string; name: string; text: string },
): Promise<string> {
  const bytes = Buffer.from(`# Uploaded\n\n${text}\n`)
  const type = 'text/markdown'
  const path = `${url}/v1/orgs/${sample.organization}/storage/upload`
  const place = await send(path, sample.tokens.admin, {
    file: { name: `${name}.md`, type, size: bytes.length },
    kind: 'import_file',
  })
  const put = await fetch(place.url, {
    method: 'PUT',
    headers: { 'content-type': type },
    body: bytes,
  })
  if (!put.ok) throw await refusal('The upload', put)
  return place.key
}
