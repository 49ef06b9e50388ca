import { sql } from 'kysely'

import { statement } from '#/platform/database/statement.ts'

export type OfSpace = Readonly<{ organizationId: string; spaceId: string }>
export type OfDiagram = OfSpace & Readonly<{ diagramId: string }>

export type DiagramFailure = 'invalid' | 'expensive' | 'unavailable'

export interface DiagramRow {
  readonly id: string
  readonly status: 'waiting' | 'drawn' | 'failed'
  readonly failure: DiagramFailure | null
  readonly width: number | null
  readonly height: number | null
}

/** The diagrams with these ids, of a space that exists. */
export const selectDiagrams = statement(
  'diagram.many',
  (p: OfSpace & { ids: readonly string[] }) => sql<
    DiagramRow & { readonly is_due: boolean; readonly is_forgotten: boolean }
  >`
    select id, status, failure, width, height,
      asked_at < now() - interval '1 day' as is_forgotten,
      coalesce(failure = 'unavailable' and finished_at < now() - interval '1 hour', false)
        as is_due
    from diagram
    where organization_id = ${p.organizationId} and space_id = ${p.spaceId}
      and id = any (${p.ids}::text[])`,
)

/** Whether the space is there, and how many more diagrams may wait, of it and its organization. */
export const selectRoom = statement(
  'diagram.room',
  (p: OfSpace & { waitingMax: number; waitingOfAllMax: number }) => sql<{ room: number }>`
    select least(${p.waitingMax}::integer - (
      select count(*)::integer from (
        select from diagram
        where organization_id = ${p.organizationId} and space_id = ${p.spaceId}
          and status = 'waiting' limit ${p.waitingMax}
      ) as w
    ), ${p.waitingOfAllMax}::integer - (
      select count(*)::integer from (
        select from diagram
        where organization_id = ${p.organizationId} and status = 'waiting'
        limit ${p.waitingOfAllMax}
      ) as w
    )) as room
    from space where organization_id = ${p.organizationId} and id = ${p.spaceId}`,
)

export const insertDiagrams = statement(
  'diagram.insert',
  (p: OfSpace & { ids: readonly string[]; sources: readonly string[] }) => sql<{
    id: string
  }>`
    insert into diagram (organization_id, space_id, id, source)
    select ${p.organizationId}, ${p.spaceId}, wanted.id, wanted.source
    from unnest(${p.ids}::text[], ${p.sources}::text[]) as wanted (id, source)
    order by wanted.id collate "C"
    on conflict (organization_id, space_id, id) do nothing
    returning id`,
)

/** Marks diagrams as asked for, and those for which there was no browser as waiting again. */
export const renewDiagrams = statement(
  'diagram.renew',
  (p: OfSpace & { ids: readonly string[] }) => sql`
    update diagram set asked_at = now(),
      status = case when failure = 'unavailable' then 'waiting' else status end,
      attempts = case when failure = 'unavailable' then 0 else attempts end,
      finished_at = case when failure = 'unavailable' then null else finished_at end,
      failure = nullif(failure, 'unavailable')
    where organization_id = ${p.organizationId} and space_id = ${p.spaceId}
      and id = any (${p.ids}::text[])`,
)

/** Takes the next waiting diagram of a space; the number of attempts outlives a worker's death. */
export const beginDiagram = statement(
  'diagram.begin',
  (p: OfSpace) => sql<{ id: string; source: string; attempts: number }>`
    update diagram set attempts = attempts + 1
    where organization_id = ${p.organizationId} and space_id = ${p.spaceId} and id = (
      select w.id from diagram as w
      where w.organization_id = ${p.organizationId} and w.space_id = ${p.spaceId}
        and w.status = 'waiting'
      order by w.attempts, w.id limit 1
    )
    returning id, source, attempts`,
)

export const completeDiagram = statement(
  'diagram.complete',
  (p: OfDiagram & { width: number; height: number }) => sql`
    update diagram set status = 'drawn', failure = null, finished_at = now(),
      width = ${p.width}, height = ${p.height}
    where organization_id = ${p.organizationId} and space_id = ${p.spaceId}
      and id = ${p.diagramId}`,
)

export const failDiagram = statement(
  'diagram.fail',
  (p: OfDiagram & { failure: DiagramFailure }) => sql`
    update diagram set status = 'failed', failure = ${p.failure}, finished_at = now(),
      width = null, height = null
    where organization_id = ${p.organizationId} and space_id = ${p.spaceId}
      and id = ${p.diagramId}`,
)

/** Marks all waiting diagrams of a space as failed, when no browser can be started. */
export const failWaiting = statement(
  'diagram.fail-waiting',
  (p: OfSpace & { failure: DiagramFailure }) => sql`
    update diagram set status = 'failed', failure = ${p.failure}, finished_at = now()
    where organization_id = ${p.organizationId} and space_id = ${p.spaceId}
      and status = 'waiting'`,
)

/** Removes the diagrams beyond the most that a space keeps: those asked for longest ago. */
export const deleteOldest = statement(
  'diagram.delete-oldest',
  (p: OfSpace & { rowsMax: number }) => sql<{ id: string }>`
    delete from diagram
    where organization_id = ${p.organizationId} and space_id = ${p.spaceId} and id in (
      select old.id from diagram as old
      where old.organization_id = ${p.organizationId} and old.space_id = ${p.spaceId}
      order by old.asked_at desc, old.id offset ${p.rowsMax}
    )
    returning id`,
)
