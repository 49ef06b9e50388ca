import type { TestBody } from '../../../../server/test/test-api.ts'
import {
  type PathValues,
  visitorReads,
  type VisitorRead,
} from '../../../../server/test/visitor-reads.ts'
import { must, type TestSites } from '../../test-sites.ts'
import type { Canary, MemberSite } from './private-world.ts'
import { signed } from './private-world.ts'

/** What visitors say of themselves, and the groups of canaries that they may read. */
const audiences: readonly (readonly [claims: object | undefined, groups: string[]])[] = [
  [undefined, ['all']],
  [{ plan: 'free' }, ['all']],
  [{ plan: 'paid', beta: true }, ['all', 'paid', 'beta']],
]

export interface ApiFindings {
  readonly reads: number
  readonly problems: readonly string[]
}

/** What is asked, at which api. */
export interface ApiCrawl {
  readonly world: TestSites
  readonly sites: readonly MemberSite[]
  readonly canaries: readonly Canary[]
  /** Of the api, or of what stands before it. */
  readonly url: string
}

/**
 * Asks every operation that a content token may call for every id of a site and of another one, as
 * each audience: nothing that is not for it may be in an answer.
 */
export async function crawlApi(crawl: ApiCrawl): Promise<ApiFindings> {
  const { world, sites, canaries } = crawl
  const problems: string[] = []
  let reads = 0
  // What was replaced is readable for ten minutes, while pages are still read.
  await world.api.rows(
    `update revision set created_at = created_at - interval '11 minutes'`,
  )
  const values = await Promise.all(sites.map(async (site) => valuesOf(world, site)))
  for (const [index, site] of sites.entries()) {
    for (const [claims, groups] of audiences) {
      const token = await contentToken(world, site, claims)
      if (token === undefined) continue
      const mayRead = new Set(groups.map((group) => `${site.name}/${group}`))
      const who = `${JSON.stringify(claims ?? 'anonymous')} of ${site.name}`
      // Ids of other sites are no better known to those who say more of themselves.
      const known = values.filter((_each, at) => claims === undefined || at === index)
      for (const read of known.flatMap((each) => [...visitorReads(each, asked)])) {
        const text = await answerTo(crawl, token, read)
        reads += 1
        for (const { text: canary, group, place } of canaries) {
          if (mayRead.has(group) || !text.includes(canary)) continue
          problems.push(`${who}: ${read.path} tells ${group} (${place})`)
        }
      }
    }
  }
  return { reads, problems }
}

const asked = {
  words: ['conditional', 'body', 'page', 'only', 'shared'],
  sources: ['old-more', 'old-premium', 'paid', 'removed', 'start', 'turned'],
}

async function answerTo(
  { world: { api }, url }: ApiCrawl,
  token: string,
  { path, sent }: VisitorRead,
): Promise<string> {
  const visitor = api.withToken(token, url)
  const { body, status } = await (sent === undefined
    ? visitor.get(path)
    : visitor.post(path, sent))
  if (status !== 200 && status !== 404) throw new Error(`${path} answers ${status}`)
  // An answer may repeat the address that was asked for.
  const own = decodeURIComponent(path.slice(path.lastIndexOf('/') + 1)).toLowerCase()
  return JSON.stringify(body).toLowerCase().replaceAll(own, '')
}

/** The content token of an audience; undefined where the site lets nobody in without a token. */
export async function contentToken(
  { api, host }: Pick<TestSites, 'api' | 'host'>,
  { base, privateKey }: MemberSite,
  claims: object | undefined,
): Promise<string | undefined> {
  const visitor = claims && { jwtToken: signed(privateKey, claims) }
  const url = `http://${host}${base}`
  const { status, body } = await api
    .anonymous()
    .post('/urls/published', { url, ...(visitor && { visitor }) })
  return status === 200 ? body.apiToken : undefined
}

/** Every id of what a site shows to anybody, and of what its spaces had before. */
async function valuesOf(
  { api }: TestSites,
  { id, path }: MemberSite,
): Promise<PathValues> {
  const admin = api.as('admin')
  const spaceIds = await spacesOf(api, path)
  const contents: TestBody[] = []
  for (const spaceId of spaceIds) {
    const { body } = await admin.get(`/spaces/${spaceId}/content`)
    contents.push(body)
    for (const parent of body.parents) {
      contents.push((await admin.get(`/spaces/${spaceId}/revisions/${parent}`)).body)
    }
  }
  const all = (of: (content: TestBody) => TestBody[]) => [
    ...new Set(contents.flatMap(of)),
  ]
  const pages = contents.flatMap(({ pages: own }) => pagesIn(own))
  const reusable = contents.flatMap(({ reusableContents }) => reusableContents)
  return {
    organizationId: [api.organization],
    siteId: [id],
    spaceId: spaceIds,
    userId: [api.users.admin],
    changeRequestId: ['1'],
    revisionId: all(({ id: revision }) => [revision]),
    pageId: [...new Set(pages.map((page) => page.id))],
    pagePath: [...new Set(pages.map((page) => encodeURIComponent(page.path)))],
    fileId: all(({ files }) => files.map((file: TestBody) => file.id)),
    reusableContentId: [...new Set(reusable.map((each: TestBody) => each.id))],
    specSlug: ['none'],
    versionId: ['none'],
    documentId: [...new Set(contents.flatMap(documentsIn))],
  }
}

async function spacesOf(api: TestSites['api'], sitePath: string): Promise<string[]> {
  const listed = await api.as('admin').get(`${sitePath}/site-spaces`)
  must(listed, 200)
  return listed.body.items.map(({ space }: TestBody) => space.id)
}

/** The documents that a site has now, whoever may see them. */
export async function currentDocuments(
  { api }: Pick<TestSites, 'api'>,
  { path }: Pick<MemberSite, 'path'>,
): Promise<ReadonlySet<string>> {
  const documents = new Set<string>()
  for (const spaceId of await spacesOf(api, path)) {
    const { body } = await api.as('admin').get(`/spaces/${spaceId}/content`)
    for (const document of documentsIn(body)) documents.add(document)
  }
  return documents
}

function documentsIn({ pages, reusableContents }: TestBody): string[] {
  return [
    ...pagesIn(pages).map(({ documentId }) => documentId),
    ...reusableContents.map(({ document }: TestBody) => document),
  ].filter(Boolean)
}

function pagesIn(pages: readonly TestBody[]): TestBody[] {
  return pages.flatMap((page) => [page, ...pagesIn(page.pages ?? [])])
}
