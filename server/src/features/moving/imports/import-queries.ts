import { sql } from 'kysely'

import {
  type ContentColumns,
  type ContentOfCaller,
  grantedRank,
  isVisible,
  spaceForCaller,
} from '#/access/content-access.ts'
import { callerColumnsSql } from '#/access/actor.ts'
import { countUpTo, listForCaller, type OfCaller } from '#/access/list-for-caller.ts'
import { sqlBuilder, statement, statementByShape } from '#/platform/database/statement.ts'

export interface ImportRow {
  readonly id: string
  readonly space_id: string
  /** Null for the main content. */
  readonly change_request_id: string | null
  readonly status: string
  readonly done: number
  readonly total: number
  readonly result: unknown
  readonly problems: unknown
  readonly failure: string | null
  readonly created_at: string
  readonly started_at: string | null
  readonly completed_at: string | null
  readonly upload_keys: readonly string[]
  /** The start of a website; null for an import of uploads. */
  readonly source_url: string | null
  /** The page that the import goes below; null for the top of the space. */
  readonly page_id: string | null
  readonly created_by: string
}

type OfRun = Readonly<{ organizationId: string; importRunId: string }>

const columns = [
  'id',
  'space_id',
  'change_request_id',
  'status',
  'done',
  'total',
  'result',
  'problems',
  'failure',
  'created_at',
  'started_at',
  'completed_at',
  'upload_keys',
  'source_url',
  'page_id',
  'created_by',
] as const
const columnsOfRun = columns.map((column) => `r.${column}` as const)

/** The space to import into, as the caller may see it. */
export const selectTarget = statement(
  'import.target',
  (p: ContentOfCaller & { spaceId: string }) =>
    spaceForCaller(p)
      .innerJoin('space as s', (join) =>
        join.on('s.organization_id', '=', p.organizationId).onRef('s.id', '=', 'node.id'),
      )
      .select('s.edit_mode'),
)

/** An import for the caller; no row when it, its space or the caller's membership is missing. */
export const selectImportForCaller = statement(
  'import.for-caller',
  (p: ContentOfCaller & { importRunId: string }) =>
    sql<ImportRow & ContentColumns>`
    select ${callerColumnsSql},
      node.base_level as content_base, ${grantedRank(p)} as content_granted,
      ${sql.join(columnsOfRun.map((column) => sql.ref(column)))}
    from member as me
    join import_run as r on r.organization_id = ${p.organizationId} and r.id = ${p.importRunId}
    join content_node as node
      on node.organization_id = ${p.organizationId} and node.id = r.space_id
      and node.state = 'live' and node.deleted_at is null
    where me.organization_id = ${p.organizationId} and me.user_id = ${p.callerId}`,
)

interface ListShape {
  readonly space: boolean
  readonly changeRequest: boolean
  readonly site: boolean
  readonly status: boolean
  readonly before: boolean
  readonly rowsMax: number
}

/** Lists imports newest first: ids are time-ordered. */
export const selectImports = statementByShape(
  'import.list',
  (
    shape: ListShape,
    p: OfCaller & {
      spaceId: string | undefined
      changeRequestId: string | undefined
      siteId: string | undefined
      statuses: readonly string[] | undefined
      beforeId: string | undefined
    },
  ) => {
    const matching = sqlBuilder
      .selectFrom('import_run as r')
      .innerJoin('content_node as node', (join) =>
        join
          .on('node.organization_id', '=', p.organizationId)
          .onRef('node.id', '=', 'r.space_id')
          .on('node.state', '=', sql.lit('live'))
          .on('node.deleted_at', 'is', null),
      )
      .where('r.organization_id', '=', p.organizationId)
      .where(isVisible(p))
      .$if(shape.space, (q) => q.where('r.space_id', '=', p.spaceId ?? ''))
      .$if(shape.changeRequest, (q) =>
        q.where('r.change_request_id', '=', p.changeRequestId ?? ''),
      )
      .$if(shape.site, (q) =>
        // Guests see no site, so that for them none shows anything.
        q.where(sql<boolean>`exists (
          select 1 from site_space as s
          join member as reader on reader.organization_id = ${p.organizationId}
            and reader.user_id = ${p.callerId} and reader.role is not null
          where s.organization_id = ${p.organizationId} and s.space_id = r.space_id
            and s.site_id = ${p.siteId})`),
      )
      .$if(shape.status, (q) => q.where(sql<boolean>`r.status = any (${p.statuses})`))
    const page = matching
      .select(columnsOfRun)
      .$if(shape.before, (q) => q.where('r.id', '<', p.beforeId ?? ''))
      .orderBy('r.id', 'desc')
      .limit(sql.lit(shape.rowsMax))
    return listForCaller<ImportRow>(p, {
      page,
      count: countUpTo(matching.select('r.id')),
      orderBy: sql`page.id desc`,
    })
  },
)

export const insertImport = statement(
  'import.insert',
  (
    p: OfRun & {
      spaceId: string
      changeRequestId: string | null
      mode: string
      keys: string[]
      names: string[]
      /** The start of a website; null for an import of uploads. */
      url: string | null
      pageId: string | null
      createdBy: string
    },
  ) =>
    sqlBuilder
      .insertInto('import_run')
      .values({
        organization_id: p.organizationId,
        id: p.importRunId,
        space_id: p.spaceId,
        change_request_id: p.changeRequestId,
        mode: p.mode,
        upload_keys: p.keys,
        upload_names: p.names,
        source_url: p.url,
        page_id: p.pageId,
        created_by: p.createdBy,
      })
      .returning(columns),
)

/** Counts the unfinished imports of an organization, up to a bound; forgotten ones do not count. */
export const countUnfinished = statement(
  'import.count-unfinished',
  (p: { organizationId: string; rowsMax: number }) => sql<{ count: number }>`
    select count(*)::integer as count from (
      select from import_run where organization_id = ${p.organizationId}
        and status in ('pending', 'in-progress') and created_at > now() - interval '1 day'
      limit ${p.rowsMax}
    ) as unfinished`,
)

/** Cancels an import, unless it has ended. */
export const cancelImport = statement('import.cancel', (p: OfRun) =>
  sqlBuilder
    .updateTable('import_run')
    .set({ status: 'cancelled', completed_at: sql`now()` })
    .where('organization_id', '=', p.organizationId)
    .where('id', '=', p.importRunId)
    .where('status', 'in', [sql.lit('pending'), sql.lit('in-progress')])
    .returning(columns),
)

/** Begins an attempt at an import, the first or a further one, unless the import has ended. */
export const beginImport = statement('import.begin', (p: OfRun) =>
  sqlBuilder
    .updateTable('import_run as r')
    .from(sql<{ at: string }>`(select now() as at)`.as('clock'))
    .set({
      status: 'in-progress',
      started_at: sql`coalesce(r.started_at, clock.at)`,
      done: 0,
      attempts: sql`r.attempts + 1`,
    })
    .where('r.organization_id', '=', p.organizationId)
    .where('r.id', '=', p.importRunId)
    .where('r.status', 'in', [sql.lit('pending'), sql.lit('in-progress')])
    .returning(['r.space_id', 'r.change_request_id', 'r.mode', 'r.upload_keys'])
    .returning(['r.upload_names', 'r.created_by', 'r.attempts'])
    .returning(['r.source_url', 'r.page_id']),
)

/** Puts an import back that could not begin, or not go on, as if it had not been tried. */
export const putBackImport = statement('import.put-back', (p: OfRun) =>
  sqlBuilder
    .updateTable('import_run')
    .set({ status: 'pending', attempts: sql`attempts - 1` })
    .where('organization_id', '=', p.organizationId)
    .where('id', '=', p.importRunId)
    .where('status', '=', sql.lit('in-progress')),
)

/** Counts the versions of a space that an import reads: those that are still open. */
export const countOpenVersions = statement(
  'import.open-versions',
  (p: { organizationId: string; spaceId: string }) => sql<{ count: number }>`
    select count(*)::integer as count from entry_version
    where organization_id = ${p.organizationId} and space_id = ${p.spaceId}
      and to_number is null`,
)

/** Stores the progress of an import; updates no row once the import is cancelled. */
export const reportProgress = statement(
  'import.progress',
  (p: OfRun & { done: number; total: number }) =>
    sqlBuilder
      .updateTable('import_run')
      .set({ done: p.done, total: p.total })
      .where('organization_id', '=', p.organizationId)
      .where('id', '=', p.importRunId)
      .where('status', '=', sql.lit('in-progress')),
)

export const completeImport = statement(
  'import.complete',
  (p: OfRun & { result: string; problems: string }) =>
    sqlBuilder
      .updateTable('import_run')
      .set({
        status: 'completed',
        completed_at: sql`now()`,
        done: sql`total`,
        result: sql`${p.result}::jsonb`,
        problems: sql`${p.problems}::jsonb`,
      })
      .where('organization_id', '=', p.organizationId)
      .where('id', '=', p.importRunId)
      .where('status', '=', sql.lit('in-progress')),
)

interface FailedImport extends OfRun {
  readonly failure: string
  /** What would have come of it; null where that is not known. */
  readonly result: string | null
  readonly problems: string
}

export const failImport = statement('import.fail', (p: FailedImport) =>
  sqlBuilder
    .updateTable('import_run')
    .set({
      status: 'failed',
      completed_at: sql`now()`,
      failure: p.failure,
      result: sql`${p.result}::jsonb`,
      problems: sql`${p.problems}::jsonb`,
    })
    .where('organization_id', '=', p.organizationId)
    .where('id', '=', p.importRunId)
    .where('status', '=', sql.lit('in-progress')),
)
