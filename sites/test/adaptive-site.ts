import { signJwt } from '@lectern/server/platform/secrets/jwt.ts'

import type { TestBody } from '../../server/test/test-api.ts'
import { createTestSpace, type TestSpace } from '../../server/test/test-edits.ts'
import { must, publishSite, type TestSite, type TestSites } from './test-sites.ts'

/** A public site of two spaces that shows more to those of whom something is known. */
export interface AdaptiveSite extends TestSite {
  readonly space: TestSpace
  /** Ids of pages by their titles. */
  readonly pages: Readonly<Record<string, string>>
  /** The space that only those with the plan `pro` see, at `premium/`. */
  readonly premium: TestSpace
  /** A cookie of a visitor of whom this was signed. */
  readonly cookieOf: (claims: object) => string
}

const adaptiveSchema = {
  type: 'object',
  properties: {
    plan: { type: 'string', enum: ['free', 'pro'] },
    unsigned: {
      type: 'object',
      properties: {
        language: { type: 'string' },
        beta: { type: 'boolean' },
        seats: { type: 'number' },
        company: {
          type: 'object',
          properties: { trial: { type: 'boolean' } },
          additionalProperties: false,
        },
      },
      additionalProperties: false,
    },
  },
  additionalProperties: false,
}

/** Shown when the condition holds. */
function shownIf(condition: string, text: string): string {
  return `{% if ${condition} %}\n${text}\n{% endif %}\n`
}

const start = [
  'For everybody.\n',
  shownIf('visitor.claims.plan == "pro"', 'For those who pay.'),
  shownIf('visitor.claims.unsigned.language == "fr"', 'En français.'),
  shownIf('visitor.claims.unsigned.beta == true', 'For testers.'),
  shownIf('visitor.claims.unsigned.company.trial == true', 'For those who try.'),
  shownIf('visitor.claims.unsigned.seats > 5', 'For many.'),
].join('\n')

function insert(title: string, markdown: string, more: object = {}): object {
  const document = { markdown }
  return { operation: 'insert_page', ref: title, title, document, ...more }
}

export async function publishAdaptiveSite(world: TestSites): Promise<AdaptiveSite> {
  const { api } = world
  const admin = api.as('admin')
  const space = await createTestSpace(api)
  const { changes } = await space.edit(
    insert('Start', start),
    insert('More', `Also.\n\n${start}`),
    insert('Below', 'Under it.\n', { into: 'More' }),
    insert('Draft', 'Not listed.\n', { hidden: true }),
  )
  const pages = Object.fromEntries(changes.map(({ ref, page }: TestBody) => [ref, page]))
  const site = await publishSite(world, [space.spaceId])
  const schema = { jsonSchema: adaptiveSchema }
  must(await admin.put(`${site.path}/adaptive-schema`, schema), 200)
  must(await admin.patch(site.path, { adaptiveContent: { enabled: true } }), 200)
  const premium = await createTestSpace(api, { title: 'Premium', empty: true })
  await premium.edit(insert('Paid', 'Only for those who pay.\n'))
  const added = await admin.post(`${site.path}/site-spaces`, { spaceId: premium.spaceId })
  must(added, 201)
  const condition = 'visitor.claims.plan == "pro"'
  const moved = { path: 'premium', condition }
  must(await admin.patch(`${site.path}/site-spaces/${added.body.id}`, moved), 200)
  const auth = await admin.get(`${site.path}/publishing/auth`)
  must(auth, 200)
  const key = Buffer.from(auth.body.privateKey)
  const exp = Math.floor(Date.now() / 1000) + 3600
  return {
    ...site,
    space,
    pages,
    premium,
    cookieOf: (claims) => `v-${site.id}=${signJwt(key, { exp, ...claims })}`,
  }
}
