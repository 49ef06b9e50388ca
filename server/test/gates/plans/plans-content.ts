import type { PlannedRequest } from './plans-drive.ts'
import type { GrownWorld } from '../growth/growth-world.ts'

/** Changes of every kind in large spaces, where what a statement reads too much of shows. */
export async function contentRequests(world: GrownWorld): Promise<PlannedRequest[]> {
  const spaces = [world.spaceIds[0] ?? '', world.hugeId, world.pastId]
  const requests: PlannedRequest[] = []
  for (const spaceId of spaces) {
    const [parent = '', page = '', other = '', third = ''] = await pagesOf(world, spaceId)
    const file = await idOf(world, spaceId, 'file')
    const reusableContent = await idOf(world, spaceId, 'reusable-content')
    const revision = await oldRevision(world, spaceId)
    const document = {
      markdown:
        'Some text that leads to [a page](page-3.md), [a chapter](../chapter-2.md) and ![a picture](picture-3.png).\n',
    }
    const changes: object[][] = [
      [{ operation: 'update_page', page, document }],
      [{ operation: 'update_page', page, title: 'Another title' }],
      [{ operation: 'insert_page', title: 'At the end', document }],
      [{ operation: 'insert_page', title: 'In between', into: parent, at: 3, document }],
      [{ operation: 'insert_group', title: 'A group', at: 0 }],
      [{ operation: 'insert_link', title: 'A link', target: { kind: 'page', page } }],
      [{ operation: 'move_page', page, at: 5 }],
      [{ operation: 'move_page', page: other, into: null, at: 1 }],
      [{ operation: 'update_file', file, name: 'renamed.png' }],
      [{ operation: 'update_reusable_content', reusableContent, title: 'Called again' }],
      [{ operation: 'set_variables', variables: { product: 'Another' } }],
      [{ operation: 'revert_page', page, revision }],
      [{ operation: 'revert_page', page }],
      [{ operation: 'delete_page', page: third }],
      [{ operation: 'delete_file', file }],
      [{ operation: 'delete_reusable_content', reusableContent }],
    ]
    const target = `/spaces/${spaceId}/content`
    for (const each of changes) {
      requests.push({
        method: 'POST',
        target: `${target}?dryRun=true`,
        body: { changes: each },
      })
      requests.push({ method: 'POST', target, body: { changes: each } })
    }
    requests.push({
      method: 'POST',
      target: `/spaces/${spaceId}/content?return=revision`,
      body: { changes: [{ operation: 'update_page', page, title: 'Once more' }] },
    })
  }
  return requests
}

/** A page with others below it, two of these, and one elsewhere. */
async function pagesOf({ instance }: GrownWorld, spaceId: string): Promise<string[]> {
  const { rows } = await instance.db.raw(
    `with parent as (
       select entry_id as id from entry_version v where space_id = $1 and to_number is null
         and kind = 'document' and exists (select from entry_version c
           where c.space_id = $1 and c.to_number is null and c.parent_id = v.entry_id)
       order by position, entry_id limit 2)
     (select id from parent limit 1)
     union all
     (select v.entry_id from entry_version v join (select id from parent limit 1) p
        on p.id = v.parent_id
      where v.space_id = $1 and v.to_number is null order by v.position limit 2)
     union all
     (select id from parent offset 1)`,
    [spaceId],
  )
  return idsIn(rows)
}

async function idOf({ instance }: GrownWorld, spaceId: string, kind: string) {
  const { rows } = await instance.db.raw(
    `select entry_id as id from entry_version
     where space_id = $1 and kind = $2 and to_number is null limit 1`,
    [spaceId, kind],
  )
  return idsIn(rows)[0] ?? ''
}

async function oldRevision({ instance }: GrownWorld, spaceId: string): Promise<string> {
  const { rows } = await instance.db.raw(
    `select id from revision where space_id = $1 order by number desc offset 3 limit 1`,
    [spaceId],
  )
  return idsIn(rows)[0] ?? ''
}

function idsIn(rows: readonly unknown[]): string[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each statement above names its column so
  return (rows as { id: string }[]).map(({ id }) => id)
}
