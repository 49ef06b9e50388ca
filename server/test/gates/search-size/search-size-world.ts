import { Client } from 'pg'

import { recipe } from '#/features/writing/search/cut-task.ts'
import { tiersOf } from '#/features/writing/search/section-tiers.ts'
import { marks, sectionVector } from '#/features/writing/search/section-vector.ts'
import { openSight } from '#/features/writing/search/sight-names.ts'

import type { Instance } from '../harness/instance.ts'
import { type PageText, textsAbout } from './search-size-texts.ts'

const pagesPerSpace = 1_000
const spacesMin = 20
const spacesMax = 200
const pagesPerStatement = 1_000
/** The topics that are written about, and the most pages of each; spaces have copies of them. */
const templateTopics = 20
const templatePagesMax = 400
/** Every so many-th space is one that only who is asked in may see. */
const restrictedEvery = 2
/** How many of the restricted spaces the guest is asked into. */
const granted = 8

export interface SizeWorld {
  readonly pages: number
  readonly sections: number
}

/** Of the last topics one in an open space and one in a restricted one. */
function isChinese(topic: number): boolean {
  return topic >= templateTopics - 2
}

/**
 * One organization with so many pages in spaces of one size, as rows of the tables that searches read.
 * Half of the spaces are closed to those who were not asked in.
 */
export async function fillWorld(
  { databaseUrl, sample }: Instance,
  pages: number,
): Promise<SizeWorld> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query('set session_replication_role = replica')
    await client.query('set synchronous_commit = off')
    const indexes = await dropIndexes(client)
    const of = { organizationId: sample.organization, createdBy: sample.users.admin }
    const wanted = Math.round(pages / pagesPerSpace)
    const spaces = Math.min(spacesMax, Math.max(spacesMin, wanted))
    await fillSpaces(client, of, spaces)
    const perSpace = Math.ceil(pages / spaces)
    await fillTemplate(client, Math.min(perSpace, templatePagesMax))
    let sections = 0
    for (let topic = 0; topic < spaces; topic += 1) {
      const { organizationId } = of
      sections += await fillSpace(client, { organizationId, topic, pages: perSpace })
    }
    await grantSpaces(client, of.organizationId, sample.users.guest, spaces)
    for (const index of indexes) await client.query(index)
    await client.query(
      `insert into search_vocabulary (organization_id, stem, word)
       select $1, coalesce((ts_lexize('english_stem', word))[1], word), word
       from (select distinct word from search_word where organization_id = $1) as w
       on conflict do nothing`,
      [of.organizationId],
    )
    await client.query('drop table template_section, template_word')
    await client.query('vacuum analyze')
    return { pages: perSpace * spaces, sections }
  } finally {
    await client.end()
  }
}

function spaceIdOf(topic: number): string {
  return `SpaceOfSearch${String(topic).padStart(7, '0')}`
}

async function fillSpaces(
  client: Client,
  { organizationId, createdBy }: { organizationId: string; createdBy: string },
  spaces: number,
): Promise<void> {
  const topics = Array.from({ length: spaces }, (_, topic) => topic)
  const values = [
    organizationId,
    topics.map(spaceIdOf),
    topics.map((topic) => (topic % restrictedEvery === 1 ? 'guest' : 'member')),
  ]
  const from = 'unnest($2::text[], $3::text[]) as s (id, level)'
  await client.query(
    `insert into content_node (organization_id, id, kind, title, default_level, position, lineage,
       base_level, created_by)
     select $1, s.id, 'space', right(s.id, 20), case s.level when 'guest' then 'guest' else 'inherit' end,
       'z' || s.id, array[s.id], s.level, $4 from ${from}`,
    [...values, createdBy],
  )
  await client.query(
    `insert into space (organization_id, id) select $1, s.id from ${from}`,
    values,
  )
  await client.query(
    `insert into space_counter (organization_id, space_id) select $1, s.id from ${from}`,
    values,
  )
  await client.query(
    `insert into branch (organization_id, space_id, id, head_number, head_revision_id)
     select $1, s.id, s.id, 1, 'r' || s.id from ${from}`,
    values,
  )
  await client.query(
    `insert into revision (organization_id, space_id, id, branch_id, number, type, parents, changed,
       created_by)
     select $1, s.id, 'r' || s.id, s.id, 1, 'edits', '{}', '{}', $4 from ${from}`,
    [...values, createdBy],
  )
  await client.query(
    `insert into directory (id, kind, organization_id) select s.id, 'space', $1 from ${from}`,
    values,
  )
}

async function fillSpace(
  client: Client,
  {
    organizationId,
    topic,
    pages,
  }: { organizationId: string; topic: number; pages: number },
): Promise<number> {
  const spaceId = spaceIdOf(topic)
  const template = topic % templateTopics
  const { rows: sections } = await client.query<{ page: number; number: number }>(
    'select page, number from template_section where topic = $1 order by page, number',
    [template],
  )
  const written = 1 + (sections.at(-1)?.page ?? 0)
  let count = 0
  for (let copy = 0; copy * written < pages; copy += 1) {
    const idOf = (page: number) =>
      `Page${String(topic).padStart(6, '0')}${String(copy * written + page).padStart(10, '0')}`
    const own = sections.filter(({ page }) => copy * written + page < pages)
    const marksOf = ({ page, number }: { page: number; number: number }) =>
      tiersOf(idOf(page), number).map((tier) => marks.tier + tier)
    await client.query(
      `insert into search_section (organization_id, space_id, page_id, number, anchor, heading, body, words, sight)
       select $1, $2, r.page_id, t.number, case when t.number > 0 then 'h' || t.number end, t.heading,
         t.body, array_to_tsvector(array['${marks.space}' || $2::text] || string_to_array(r.tiers, ' ')) || t.words,
         '${openSight}'
       from unnest($4::text[], $5::integer[], $6::integer[], $7::text[]) as r (page_id, page, number, tiers)
       join template_section as t on t.topic = $3 and t.page = r.page and t.number = r.number
       order by r.page_id, t.number`,
      [
        organizationId,
        spaceId,
        template,
        own.map(({ page }) => idOf(page)),
        own.map(({ page }) => page),
        own.map(({ number }) => number),
        own.map((section) => marksOf(section).join(' ')),
      ],
    )
    await client.query(
      `insert into entry_version (organization_id, space_id, branch_id, entry_id, from_number, kind,
         position, slug, title, created_at, updated_at)
       select $1, $2, $2, s.page_id, 1, 'document', 'z' || s.page_id, lower(s.page_id), s.heading, now(), now()
       from search_section as s
       where s.organization_id = $1 and s.space_id = $2 and s.number = 0 and s.page_id = any ($3)`,
      [organizationId, spaceId, own.map(({ page }) => idOf(page))],
    )
    count += own.length
  }
  await client.query(
    `insert into search_word (organization_id, space_id, word, sections, open_sections)
     select $1, $2, w.word, w.sections * $4::integer, w.sections * $4::integer from template_word as w where w.topic = $3`,
    [organizationId, spaceId, template, Math.max(1, Math.round(pages / written))],
  )
  await client.query(
    `insert into search_state (organization_id, space_id, indexed_number, recipe, dictionary, sections)
     values ($1, $2, 1, $3, 'english_stem', $4)`,
    [organizationId, spaceId, recipe, count],
  )
  await client.query(
    `insert into search_sight (organization_id, space_id, sight, conditions, sections)
     values ($1, $2, '${openSight}', '[]', $3)`,
    [organizationId, spaceId, count],
  )
  return count
}

/** Pages that are written once, and copied into spaces as often as it takes. */
async function fillTemplate(client: Client, pages: number): Promise<void> {
  await client.query(
    `create unlogged table template_section (topic integer, page integer, number integer, heading text,
       body text, words tsvector);
     create unlogged table template_word (topic integer, word text collate "C", sections integer)`,
  )
  for (let topic = 0; topic < templateTopics; topic += 1) {
    const nextPage = textsAbout(topic, isChinese(topic))
    for (let first = 0; first < pages; first += pagesPerStatement) {
      const rows = new Rows()
      for (
        let page = first;
        page < Math.min(pages, first + pagesPerStatement);
        page += 1
      ) {
        rows.add(page, nextPage())
      }
      await rows.insert(client, topic)
    }
  }
  await client.query('analyze template_section')
  await client.query(
    `insert into template_word
     select t.topic, w.word, count(*) from template_section as t
     cross join lateral unnest(tsvector_to_array(t.words)) as w (word)
     where w.word !~ '^[@#^~=]' and w.word ~ '[^0-9]' group by 1, 2`,
  )
  await client.query('create index on template_section (topic, page)')
}

/** Some pages as columns. */
class Rows {
  readonly #pages: number[] = []
  readonly #numbers: number[] = []
  readonly #headings: string[] = []
  readonly #bodies: string[] = []
  readonly #vectors: string[] = []

  add(page: number, { title, sections }: PageText): void {
    for (const [number, { heading, body }] of sections.entries()) {
      const vector = sectionVector({
        spaceId: '',
        title,
        ...(number > 0 && { heading }),
        description: '',
        body,
        sight: openSight,
        tiers: [],
      })
      this.#pages.push(page)
      this.#numbers.push(number)
      this.#headings.push(number === 0 ? title : heading)
      this.#bodies.push(body)
      // Each copy is in a space of its own.
      this.#vectors.push(vector.replace(`'${marks.space}'`, ''))
    }
  }

  async insert(client: Client, topic: number): Promise<void> {
    await client.query(
      `insert into template_section
       select $1, r.* from unnest($2::integer[], $3::integer[], $4::text[], $5::text[], $6::tsvector[]) as r`,
      [topic, this.#pages, this.#numbers, this.#headings, this.#bodies, this.#vectors],
    )
  }
}

async function grantSpaces(
  client: Client,
  organizationId: string,
  userId: string,
  spaces: number,
): Promise<void> {
  // The last of all spaces is one in Chinese.
  const topics = Array.from({ length: granted }, (_, at) =>
    at === granted - 1 ? spaces - 1 : 2 * Math.floor((at * spaces) / granted / 2) + 1,
  )
  await client.query(
    `insert into user_grant (organization_id, content_id, user_id, role)
     select $1, s.id, $3, 'read' from unnest($2::text[]) as s (id)`,
    [organizationId, topics.map(spaceIdOf), userId],
  )
}

/** Gives the statements that make them again: they are built faster as a whole. */
async function dropIndexes(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
     from pg_index i
     where not i.indisprimary and i.indrelid = any (array[
       'entry_version', 'search_section', 'search_word', 'search_vocabulary']::regclass[])
       and i.indexrelid <> 'entry_version_open'::regclass`,
  )
  for (const { name } of rows) await client.query(`drop index ${name}`)
  return rows.map(({ definition }) => definition)
}
