import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

import { type Client, createClient } from '@lectern/contract/client.ts'
import type { Site } from '@lectern/contract/sites.ts'
import type { Space } from '@lectern/contract/spaces.ts'

import { writeEveryBlock, writeRightToLeft } from './demo-content.ts'
import { writeDocs } from './demo-docs.ts'
import { writeReference } from './demo-reference.ts'

const execute = promisify(execFile)
const root = path.resolve(import.meta.dirname, '..')
const siteTitle = 'Lectern'
const siteEmoji = '📖'

export interface DemoOptions {
  /** The address of the api, without `/v1`. */
  readonly url: string
  /** The token of an admin. */
  readonly token: string
  readonly organization: string
}

/**
 * Publishes the site of Lectern's own documentation: `docs/` pushed into a space like any folder, a
 * section beside it with every block, and one with the reference of its interface. An existing site
 * is left untouched, unless an attempt before stopped halfway. Returns its URL.
 */
export async function publishDemo(options: DemoOptions): Promise<string> {
  const { url, token, organization } = options
  const client = createClient({ url, token, userAgent: 'lectern demo' })
  const params = { organizationId: organization }
  const { items } = await client.call('listSites', {
    params,
    query: { title: siteTitle },
  })
  const there = items.find(({ title }) => title === siteTitle)
  if (there !== undefined) {
    // The location also works when the site is unpublished.
    const address = there.urls.published ?? there.urls.location
    if (await isWhole(client, organization, there)) return address
    await client.call('deleteSiteById', { params: { ...params, siteId: there.id } })
  }
  const folder = await mkdtemp(path.join(tmpdir(), 'lectern-demo-'))
  try {
    const docs = await writeDocs(path.join(folder, 'docs'))
    const blocks = await writeEveryBlock(path.join(folder, 'blocks'))
    const arabic = await writeRightToLeft(path.join(folder, 'arabic'))
    return await publish(client, organization, {
      docs: await pushed(options, 'Lectern documentation', docs),
      blocks: await pushed(options, 'Every block', blocks),
      arabic: await pushed(options, 'العربية', arabic),
      reference: await writeReference(client, options),
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Whether everything was done but publishing: the icon is set last. */
async function isWhole(
  client: Client,
  organizationId: string,
  { id: siteId, urls }: Site,
): Promise<boolean> {
  if (urls.published !== undefined) return true
  const params = { organizationId, siteId }
  const { favicon } = await client.call('getSiteCustomizationById', { params })
  return 'emoji' in favicon && favicon.emoji === siteEmoji
}

/** Pushes the folder to the space with this title, which is created if missing. */
async function pushed(
  { url, token, organization }: DemoOptions,
  title: string,
  folder: string,
): Promise<string> {
  const lectern = async (...words: readonly string[]) => {
    const program = path.join(root, 'cli/src/lectern.ts')
    const { stdout } = await execute(process.execPath, [program, ...words, '--json'], {
      env: {
        ...process.env,
        LECTERN_URL: url,
        LECTERN_TOKEN: token,
        LECTERN_ORGANIZATION: organization,
      },
      maxBuffer: 64 * 1024 * 1024,
    })
    return stdout
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the command prints is a list of spaces
  const spaces = JSON.parse(await lectern('space', 'list')) as Space[]
  const there = spaces.find((space) => space.title === title)
  const made =
    there === undefined
      ? // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the command prints is the space
        (JSON.parse(
          await lectern('space', 'create', '--title', title, '--empty'),
        ) as Space)
      : there
  await lectern('content', 'push', folder, '--space', made.id)
  return made.id
}

interface DemoSpaces {
  readonly docs: string
  readonly blocks: string
  readonly arabic: string
  readonly reference: string
}

async function publish(
  client: Client,
  organizationId: string,
  { docs, blocks, arabic, reference }: DemoSpaces,
): Promise<string> {
  await client.call('updateSpaceById', {
    params: { spaceId: arabic },
    body: { language: 'ar' },
  })
  await client.call('updateSpaceById', {
    params: { spaceId: blocks },
    body: { language: 'en' },
  })
  const { id: siteId } = await client.call('createSite', {
    params: { organizationId },
    body: { title: siteTitle, visibility: 'public', spaces: [docs] },
  })
  const params = { organizationId, siteId }
  const section = await client.call('addSectionToSite', {
    params,
    body: { spaceId: blocks, title: 'Every block', icon: 'layers' },
  })
  const variant = await client.call('addSpaceToSite', {
    params,
    body: { spaceId: arabic, sectionId: section.id },
  })
  await client.call('updateSiteSpaceById', {
    params: { ...params, siteSpaceId: variant.id },
    body: { path: 'ar' },
  })
  const api = await client.call('addSectionToSite', {
    params,
    body: { spaceId: reference, title: 'API', icon: 'code' },
  })
  const { items } = await client.call('listSiteSections', { params })
  const others = new Set([section.id, api.id])
  for (const { id: siteSectionId } of items.filter(({ id }) => !others.has(id))) {
    await client.call('updateSiteSectionById', {
      params: { ...params, siteSectionId },
      body: { title: 'Documentation', icon: 'book-open' },
    })
  }
  const settings = await client.call('getSiteCustomizationById', { params })
  await client.call('updateSiteCustomizationById', {
    params,
    body: { ...settings, favicon: { emoji: siteEmoji } },
  })
  const { urls } = await client.call('publishSite', { params })
  if (urls.published === undefined) throw new Error('The demo has no address')
  return urls.published
}
