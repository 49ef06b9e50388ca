import type { TestApi, TestBody } from './test-api.ts'
import { newSite, newSpace, ok, resolve } from './test-published.ts'

const chrome =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36'
export const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'

export interface InsightsScene {
  readonly site: string
  readonly at: string
  readonly space: string
  readonly siteSpace: string
  /** What the renderer reports with. */
  readonly token: string
}

/** What differs from a view of the first page. */
interface Given {
  readonly type?: string
  readonly page?: string | null
  readonly url?: string
  readonly visitorId?: string
  readonly userAgent?: string
  readonly language?: string
  readonly referrer?: string
  readonly more?: object
}

/** A published site, where it is asked for counts, and the space that it shows. */
export async function insightsScene(api: TestApi, title: string): Promise<InsightsScene> {
  const space = await newSpace(api, title, { Start: 'Here.' })
  const { site, url } = await newSite(api, title, [space])
  const { siteSpace, apiToken: token } = await ok(resolve(api, url))
  const at = `/orgs/${api.organization}/sites/${site}/insights`
  return { site, at, space, siteSpace, token }
}

export function readerEvent(
  { siteSpace, space }: InsightsScene,
  given: Given = {},
): object {
  const { type = 'page_view', page = 'p1', more = {} } = given
  return {
    type,
    session: {
      visitorId: given.visitorId ?? '',
      sessionId: '',
      cookies: {},
      userAgent: given.userAgent ?? chrome,
      language: given.language ?? null,
      referrer: given.referrer ?? null,
    },
    location: {
      url: given.url ?? 'https://docs.example/start?utm=1#there',
      siteSection: null,
      siteSpace,
      siteShareKey: null,
      space,
      revision: null,
      page,
    },
    ...more,
  }
}

export async function track(
  api: TestApi,
  { at, token }: InsightsScene,
  ...events: object[]
): Promise<void> {
  await ok(api.withToken(token).post(`${at}/events`, { events }))
}

/** The values of an answer by column. */
export async function ask(
  api: TestApi,
  { at }: Pick<InsightsScene, 'at'>,
  query: object,
): Promise<Record<string, TestBody>> {
  const body = { range: 'last7Days', ...query }
  const { columns } = await ok(api.as('edit').post(`${at}/events/aggregate`, body))
  return Object.fromEntries(
    columns.map(({ column, values }: TestBody) => [column, values]),
  )
}
