import { hashToken } from '@lectern/server/access/api-token.ts'

import type { TestBody } from '../../../../server/test/test-api.ts'
import { must, type TestSites } from '../../test-sites.ts'
import { paidCondition, picture } from './private-conditions.ts'
import { askFor, GivenFiles } from './private-files.ts'
import { type PrivateWorld, signed } from './private-world.ts'

interface Asked {
  readonly sites: TestSites
  readonly world: PrivateWorld
  readonly files: Pick<GivenFiles, 'apiUrl'>
}

/** What only some are shown, or nobody is, is for nobody else, and no cache keeps it for others. */
export async function judgeFilesOfSome(asked: Asked): Promise<string[]> {
  return [...(await judgeFilesOfMember(asked)), ...(await judgeLateCondition(asked))]
}

/** Members read all files, whatever conditions say. */
async function judgeFilesOfMember({ sites, world, ...asked }: Asked): Promise<string[]> {
  const files = new GivenFiles(asked.files.apiUrl)
  const listed = await sites.api
    .as('admin')
    .get(`${await contentPath(sites, world)}/files`)
  must(listed, 200)
  files.note('a member', JSON.stringify(listed.body))
  const all = new Set(world.canaries.map(({ group }) => group))
  return files.judge(world.canaries, () => all)
}

/** Of the first space of the site that adapts. */
async function contentPath(
  { api }: TestSites,
  { adaptive }: PrivateWorld,
): Promise<string> {
  const { body } = await api.as('admin').get(`${adaptive.path}/site-spaces`)
  return `/spaces/${body.items[0].space.id}/content`
}

/**
 * Puts a page that everybody saw under a condition, and ends the token of one who sees it still:
 * from then on nobody reads its file by the URL that they have.
 */
async function judgeLateCondition({
  sites,
  world,
  files: { apiUrl },
}: Asked): Promise<string[]> {
  const { page, fileId, change } = await addPage(sites, world)
  const given = async (plan?: string) => givenTo({ sites, world }, fileId, plan)
  const readers = {
    everybody: await given(),
    free: await given('free'),
    paid: await given('paid'),
  }
  const problems: string[] = []
  const expect = async (who: keyof typeof readers, when: string, wanted: string) => {
    const { status, cached } = await askFor(apiUrl, readers[who].url)
    const found = status === 200 ? `200 ${String(cached).split(',', 1)[0]}` : `${status}`
    if (found !== wanted) {
      problems.push(`the file of ${who} ${when} is answered ${found}, not ${wanted}`)
    }
  }
  await expect('everybody', 'without a condition', '200 public')
  await expect('paid', 'without a condition', '200 public')
  await change({ operation: 'update_page', page, condition: paidCondition })
  await expect('everybody', 'under a condition', '404')
  await expect('free', 'under a condition', '404')
  await expect('paid', 'under a condition', '200 private')
  await sites.api.rows(
    `update site_token set expires_at = now() - interval '1 second' where hash = $1`,
    [hashToken(readers.paid.token)],
  )
  await expect('paid', 'after their token', '404')
  return problems
}

/** A page of which everybody sees the picture, out of the way of what is crawled. */
async function addPage(sites: TestSites, world: PrivateWorld) {
  const content = await contentPath(sites, world)
  const change = async (one: object): Promise<TestBody> => {
    const changed = await sites.api.as('admin').post(content, { changes: [one] })
    must(changed, 200)
    return changed.body
  }
  const base64 = picture('late')
  const files = [{ name: 'late.png', base64, contentType: 'image/png' }]
  const { insertedFiles } = await change({ operation: 'insert_files', files })
  const fileId = String(insertedFiles[0].id)
  const document = { markdown: `![Late](lectern:file/${fileId})\n` }
  const insert = { operation: 'insert_page', title: 'Late', hidden: true, document }
  const { changes } = await change(insert)
  return { page: String(changes[0].page), fileId, change }
}

async function givenTo(
  { sites, world }: Pick<Asked, 'sites' | 'world'>,
  fileId: string,
  plan?: string,
): Promise<{ readonly token: string; readonly url: string }> {
  const { adaptive } = world
  const visitor = plan !== undefined && {
    visitor: { jwtToken: signed(adaptive.privateKey, { plan }) },
  }
  const asked = { url: `http://${sites.host}${adaptive.base}`, ...visitor }
  const { body } = await sites.api.anonymous().post('/urls/published', asked)
  const content = await contentPath(sites, world)
  const found = await sites.api.withToken(body.apiToken).get(`${content}/files/${fileId}`)
  must(found, 200)
  return { token: body.apiToken, url: found.body.downloadURL }
}
