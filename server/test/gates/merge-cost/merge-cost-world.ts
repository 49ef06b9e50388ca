import { positionBetween } from '@lectern/content/tree/positions.ts'

import { documentIdOf } from '#/content-store/documents/public.ts'
import type { TestBody } from '#test/test-api.ts'

import { filling } from '../growth/growth-world.ts'
import type { Instance } from '../harness/instance.ts'

const pagesPerChapter = 100
/** Pages that the history goes through, one after the other. */
const pagesOfHistory = 200

export type Send = (method: string, target: string, body?: object) => Promise<TestBody>

/** Calls as an administrator; whatever is refused ends the gate. */
export function senderTo(url: string, token: string): Send {
  return async (method, target, body) => {
    const reply = await fetch(`${url}/v1${target}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    const answer: TestBody = await reply.json()
    if (!reply.ok) throw new Error(`${target} answered ${JSON.stringify(answer)}`)
    return answer
  }
}

export interface FilledSpace {
  readonly spaceId: string
  readonly pages: readonly string[]
}

/** A space with one page made by the api and as many copies of it as are wanted, in chapters. */
export async function createFilledSpace(
  instance: Instance,
  send: Send,
  { name, pages }: { name: string; pages: number },
): Promise<FilledSpace> {
  const { organization } = instance.sample
  const title = `Space ${name}`
  const { id: spaceId } = await send('POST', `/orgs/${organization}/spaces`, {
    title,
    empty: true,
  })
  const { changes } = await send('POST', `/spaces/${spaceId}/content`, {
    changes: [
      { operation: 'insert_page', title: 'Model', document: { markdown: textAt(0) } },
    ],
  })
  const model: string = changes[0].page
  const ids = Array.from(
    { length: pages },
    (_, at) => `${name}${String(at).padStart(20 - name.length, '0')}`,
  )
  let position = 'b00'
  const copies = ids.map((id, at) => {
    position = positionBetween(position, undefined)
    const chapter = ids[at - (at % pagesPerChapter)] ?? ''
    return { id, position, parent: chapter === id ? '' : chapter }
  })
  await filling(instance, async (client) => {
    const lists = [
      copies.map(({ id }) => id),
      copies.map(({ parent }) => parent),
      copies.map((each) => each.position),
    ]
    for (const text of copying) {
      await client.query(text, [organization, spaceId, model, ...lists])
    }
    await client.query('vacuum analyze')
  })
  return { spaceId, pages: ids }
}

const copying = [
  `insert into entry (organization_id, space_id, id, from_number)
   select $1, $2, c.id, e.from_number
   from unnest($4::text[], $5::text[], $6::text[]) as c (id, parent, position)
   join entry as e on e.organization_id = $1 and e.space_id = $2 and e.id = $3`,
  `insert into entry_version (organization_id, space_id, branch_id, entry_id, from_number,
     kind, parent_id, position, slug, title, attributes, head, document_id, links, targets,
     uses, created_at, updated_at)
   select $1, $2, $2, c.id, v.from_number, v.kind, c.parent, c.position, c.id,
     'Page ' || c.id, v.attributes, v.head, v.document_id, v.links, v.targets, v.uses,
     v.created_at, v.updated_at
   from unnest($4::text[], $5::text[], $6::text[]) as c (id, parent, position)
   join entry_version as v on v.organization_id = $1 and v.space_id = $2
     and v.entry_id = $3`,
]

/** What a page says after a revision of the history, and at first. */
export function textAt(step: number): string {
  const first = step === 0 ? 'First.' : `First, since step ${step}.`
  return `${first}\n\nSecond.\n\nThird.\n`
}

/** The text that the history leaves a page with. */
export function textAfter(steps: number, page: number): string {
  const last = steps - ((steps - page) % pagesOfHistory)
  return textAt(page < pagesOfHistory && last > 0 ? last : 0)
}

/** As many revisions of the main branch, each of which changes the first paragraph of one page. */
export async function addHistory(
  instance: Instance,
  { spaceId, pages }: FilledSpace,
  steps: number,
): Promise<void> {
  const { organization, users } = instance.sample
  const numbers = Array.from({ length: steps }, (_, at) => at + 1)
  const texts = numbers.map(textAt)
  await filling(instance, async (client) => {
    await client.query(
      `create temporary table past as
       select s.step, s.page, s.markdown, s.document_id, b.head_number + s.step as number,
         lead(b.head_number + s.step) over (partition by s.page order by s.step) as to_number,
         b.head_revision_id
       from unnest($3::integer[], $4::text[], $5::text[], $6::text[])
         as s (step, page, markdown, document_id)
       join branch as b on b.organization_id = $1 and b.space_id = $2 and b.id = $2`,
      [
        organization,
        spaceId,
        numbers,
        numbers.map((step) => pages[step % pagesOfHistory]),
        texts,
        texts.map(documentIdOf),
      ],
    )
    for (const text of past) await client.query(text, [organization, spaceId])
    await client.query(
      `insert into revision (organization_id, space_id, id, branch_id, number, type, parents,
         changed, created_by)
       select $1, $2, 'step' || lpad(step::text, 16, '0'), $2, number, 'edits',
         array[case step when 1 then head_revision_id
           else 'step' || lpad((step - 1)::text, 16, '0') end], array[page], $3
       from past order by number`,
      [organization, spaceId, users.admin],
    )
    await client.query('vacuum analyze')
  })
}

/** Each with the organization and the space. */
const past = [
  `insert into document (organization_id, space_id, id, markdown)
   select $1, $2, document_id, markdown from past`,
  `update entry_version as v set to_number = p.number
   from (select page, min(number) as number from past group by page) as p
   where v.organization_id = $1 and v.space_id = $2 and v.branch_id = $2
     and v.entry_id = p.page and v.to_number is null`,
  `insert into entry_version (organization_id, space_id, branch_id, entry_id, from_number,
     to_number, kind, parent_id, position, slug, title, attributes, head, document_id, links,
     targets, uses, created_at, updated_at)
   select $1, $2, $2, p.page, p.number, p.to_number, v.kind, v.parent_id, v.position, v.slug,
     v.title, v.attributes, v.head, p.document_id, v.links, v.targets, v.uses, v.created_at, now()
   from past as p
   cross join lateral (
     select x.* from entry_version as x where x.organization_id = $1 and x.space_id = $2
       and x.branch_id = $2 and x.entry_id = p.page
     order by x.from_number limit 1
   ) as v`,
  `update branch as b set head_number = p.number,
     head_revision_id = 'step' || lpad(p.step::text, 16, '0')
   from (select step, number from past order by step desc limit 1) as p
   where b.organization_id = $1 and b.space_id = $2 and b.id = $2`,
]
