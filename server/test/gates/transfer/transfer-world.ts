import { newId } from '#/platform/ids/new-id.ts'

import type { Instance } from '../harness/instance.ts'

export type TransferBreak =
  | 'stays where it was'
  | 'edits left behind'
  | 'directory stays'
  | 'stays on its site'

/** A space of many pages in the first of two organizations, and somebody who belongs to both. */
export interface TransferWorld {
  readonly spaceId: string
  readonly pages: readonly string[]
  /** A site of the first organization, which shows the space beside one that stays. */
  readonly siteId: string
  readonly otherSpaceId: string
}

export async function createTransferWorld(
  { db, sample }: Instance,
  url: string,
  pageCount: number,
): Promise<TransferWorld> {
  await db.raw(
    `insert into member (organization_id, user_id, role, search_text)
     values ($1, $2, 'admin', 'admin') on conflict do nothing`,
    [sample.otherOrganization, sample.users.admin],
  )
  const make = async (what: string, body: object) => {
    const reply = await fetch(`${url}/v1/orgs/${sample.organization}/${what}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${sample.tokens.admin}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify(body),
    })
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the contract of createSpace and createSite
    const { id } = (await reply.json()) as { id: string }
    return id
  }
  const spaceId = await make('spaces', { title: 'Handbook', empty: true })
  const otherSpaceId = await make('spaces', { title: 'Stays', empty: true })
  const spaces = [spaceId, otherSpaceId]
  const siteId = await make('sites', { title: 'Handbook', spaces })
  const pages = Array.from({ length: pageCount }, () => newId())
  await fill({ db, sample }, spaceId, pages)
  return { spaceId, pages, siteId, otherSpaceId }
}

/** Each page has a text of its own and an older version of it, all as one revision. */
async function fill(
  { db, sample }: Pick<Instance, 'db' | 'sample'>,
  spaceId: string,
  pages: readonly string[],
): Promise<void> {
  const of = [sample.organization, spaceId, pages]
  await db.raw(
    `insert into document (organization_id, space_id, id, markdown)
     select $1, $2, lpad(n || 'x' || v, 32, '0'),
       repeat('Text of page ' || n || ' in version ' || v || E'.\\n\\n', 60)
     from unnest($3::text[]) with ordinality as p (id, n), generate_series(1, 2) as v`,
    of,
  )
  await db.raw(
    `insert into entry (organization_id, space_id, id, from_number)
     select $1, $2, id, 2 from unnest($3::text[]) as id`,
    of,
  )
  await db.raw(
    `insert into entry_version (organization_id, space_id, branch_id, entry_id, from_number,
       to_number, kind, position, slug, title, head, document_id, links, targets, uses,
       created_at, updated_at)
     select $1, $2, $2, p.id, v + 1, case v when 1 then 3 end, 'document',
       'a' || lpad(n::text, 8, '0'), 'page-' || n, 'Page ' || n, '# Page ' || n || E'\\n\\n',
       lpad(n || 'x' || v, 32, '0'), '[]', '{}', '{}', now(), now()
     from unnest($3::text[]) with ordinality as p (id, n), generate_series(1, 2) as v`,
    of,
  )
  const revisions = [newId(), newId()]
  await db.raw(
    `insert into revision (organization_id, space_id, id, branch_id, number, type, parents,
       changed, created_by)
     select $1, $2, r.id, $2, n + 1, 'edits', case n when 1 then array[b.head_revision_id]
       else array[$4::text] end, $3::text[], 'gate'
     from unnest(array[$4::text, $5::text]) with ordinality as r (id, n)
     join branch as b on b.organization_id = $1 and b.space_id = $2`,
    [...of, ...revisions],
  )
  await db.raw(
    `update branch set head_number = 3, head_revision_id = $3
     where organization_id = $1 and space_id = $2`,
    [sample.organization, spaceId, revisions[1]],
  )
  await db.raw('analyze')
}

const defects: Readonly<Record<TransferBreak, string>> = {
  'stays where it was': `
    create function planted() returns trigger language plpgsql as
      $$ begin if new.state = 'left' then new.state := 'live'; end if; return new; end $$;
    create trigger planted before update on content_node
      for each row execute function planted()`,
  'edits left behind': `
    create function planted() returns trigger language plpgsql as
      $$ begin if new.from_number > 3 and new.updated_at < now() then return null; end if;
      return new; end $$;
    create trigger planted before insert on entry_version
      for each row execute function planted()`,
  'directory stays': `
    create function planted() returns trigger language plpgsql as
      $$ begin return null; end $$;
    create trigger planted before update on directory
      for each row execute function planted()`,
  'stays on its site': `
    create function planted() returns trigger language plpgsql as
      $$ begin return null; end $$;
    create trigger planted before delete on site_space
      for each row execute function planted()`,
}

export async function plant({ db }: Instance, defect: TransferBreak): Promise<void> {
  await db.raw(defects[defect])
}
