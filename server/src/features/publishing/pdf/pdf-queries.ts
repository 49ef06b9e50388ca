import { sql } from 'kysely'

import { sqlBuilder, statement } from '#/platform/database/statement.ts'

export type OfPdf = Readonly<{ organizationId: string; pdfId: string }>

/** The content of a PDF: requests with the same subject share one PDF. */
export interface PdfSubject {
  readonly organizationId: string
  readonly spaceId: string
  readonly revisionId: string
  /** The first page to print; empty for all pages. */
  readonly pageId: string
  readonly isOnly: boolean
}

const subjectColumns = [
  'organization_id',
  'space_id',
  'revision_id',
  'page_id',
  'is_only',
] as const

/** The existing or new PDF of a subject; `is_new` when a job has to make it. */
export const insertPdf = statement(
  'pdf.insert',
  (p: PdfSubject & { pdfId: string; askedBy: string }) =>
    sqlBuilder
      .insertInto('pdf')
      .values({
        organization_id: p.organizationId,
        id: p.pdfId,
        space_id: p.spaceId,
        revision_id: p.revisionId,
        page_id: p.pageId,
        is_only: p.isOnly,
        asked_by: p.askedBy,
      })
      .onConflict((conflict) =>
        conflict
          .columns(subjectColumns)
          .doUpdateSet({ asked_at: sql`excluded.asked_at` }),
      )
      // Two transactions may begin at the same microsecond, so timestamps cannot tell a new row.
      .returning(['id', sql<boolean>`xmax = 0`.as('is_new')]),
)

/** Restarts a PDF that failed, or whose worker died, for the user who asks now. */
export const restartPdf = statement('pdf.restart', (p: OfPdf & { askedBy: string }) =>
  sqlBuilder
    .updateTable('pdf')
    .set({
      status: sql.lit('waiting'),
      failure: null,
      attempts: 0,
      done: 0,
      completed_at: null,
      started_at: null,
      asked_by: p.askedBy,
    })
    .where('organization_id', '=', p.organizationId)
    .where('id', '=', p.pdfId)
    .where(
      sql<boolean>`(status = 'failed' or (status = 'printing' and started_at < now() - interval '1 hour'))`,
    )
    .returning('id'),
)

/** The number of PDFs yet to be made in an organization, counted up to a bound. */
export const countUnfinished = statement(
  'pdf.count-unfinished',
  (p: { organizationId: string; rowsMax: number }) => sql<{ count: number }>`
    select count(*)::integer as count from (
      select from pdf where organization_id = ${p.organizationId}
        and status in ('waiting', 'printing') limit ${p.rowsMax}
    ) as unfinished`,
)

/** Starts an attempt, also after a worker died; no row when there is nothing to make. */
export const beginPdf = statement('pdf.begin', (p: OfPdf & { printHash: string }) =>
  sqlBuilder
    .updateTable('pdf')
    .set({
      status: sql.lit('printing'),
      started_at: sql`now()`,
      done: 0,
      attempts: sql`attempts + 1`,
      print_hash: p.printHash,
      print_until: sql`now() + interval '10 minutes'`,
    })
    .where('organization_id', '=', p.organizationId)
    .where('id', '=', p.pdfId)
    .where('status', 'in', [sql.lit('waiting'), sql.lit('printing')])
    .returning([...subjectColumns, 'asked_by', 'attempts']),
)

/** Puts a PDF back that ends with its worker: a stop is no attempt. */
export const putBackPdf = statement('pdf.put-back', (p: OfPdf) =>
  sqlBuilder
    .updateTable('pdf')
    .set({ status: sql.lit('waiting'), attempts: sql`attempts - 1`, done: 0 })
    .where('organization_id', '=', p.organizationId)
    .where('id', '=', p.pdfId)
    .where('status', '=', sql.lit('printing')),
)

/** Uses up the token of a print and returns the subject; no row for a used or expired one. */
export const takePrint = statement('pdf.take-print', (p: OfPdf & { printHash: string }) =>
  sqlBuilder
    .updateTable('pdf')
    .set({ print_hash: null, print_until: null })
    .where('organization_id', '=', p.organizationId)
    .where('id', '=', p.pdfId)
    .where('status', '=', sql.lit('printing'))
    .where('print_hash', '=', p.printHash)
    .where('print_until', '>', sql<string>`now()`)
    .returning([...subjectColumns, 'asked_by']),
)

export const reportPdf = statement('pdf.report', (p: OfPdf & { done: number }) =>
  sqlBuilder
    .updateTable('pdf')
    .set({ done: p.done })
    .where('organization_id', '=', p.organizationId)
    .where('id', '=', p.pdfId)
    .where('status', '=', sql.lit('printing')),
)

export const completePdf = statement(
  'pdf.complete',
  (p: OfPdf & { sizeBytes: number; pages: number; done: number }) =>
    sqlBuilder
      .updateTable('pdf')
      .set({
        status: sql.lit('ready'),
        completed_at: sql`now()`,
        done: p.done,
        size_bytes: sql`${p.sizeBytes}::bigint`,
        pages: p.pages,
        print_hash: null,
        print_until: null,
      })
      .where('organization_id', '=', p.organizationId)
      .where('id', '=', p.pdfId)
      .where('status', '=', sql.lit('printing')),
)

export const failPdf = statement('pdf.fail', (p: OfPdf & { failure: string }) =>
  sqlBuilder
    .updateTable('pdf')
    .set({
      status: sql.lit('failed'),
      completed_at: sql`now()`,
      failure: p.failure,
      print_hash: null,
      print_until: null,
    })
    .where('organization_id', '=', p.organizationId)
    .where('id', '=', p.pdfId)
    .where('status', '=', sql.lit('printing')),
)

/** Removes a PDF that nobody has requested for a while; no row when somebody has. */
export const deleteForgottenPdf = statement(
  'pdf.delete-forgotten',
  (p: OfPdf & { seconds: number }) =>
    sqlBuilder
      .deleteFrom('pdf')
      .where('organization_id', '=', p.organizationId)
      .where('id', '=', p.pdfId)
      .where(
        sql<boolean>`asked_at < now() - make_interval(secs => ${p.seconds}::integer)`,
      )
      .returning('id'),
)

export const selectPdfId = statement('pdf.id', (p: OfPdf) =>
  sqlBuilder
    .selectFrom('pdf')
    .select('id')
    .where('organization_id', '=', p.organizationId)
    .where('id', '=', p.pdfId),
)

/** The PDF behind a link; no row while its space is in the trash. */
export const selectPdf = statement('pdf.for-link', (p: OfPdf) =>
  sqlBuilder
    .selectFrom('pdf as p')
    .innerJoin('content_node as node', (join) =>
      join
        .on('node.organization_id', '=', p.organizationId)
        .onRef('node.id', '=', 'p.space_id')
        .on('node.state', '=', sql.lit('live'))
        .on('node.deleted_at', 'is', null),
    )
    .select(['p.id', 'p.space_id', 'p.status', 'p.done', 'p.failure', 'p.size_bytes'])
    .select('node.title')
    .where('p.organization_id', '=', p.organizationId)
    .where('p.id', '=', p.pdfId),
)

/** The titles that the cover of a PDF shows. */
export const selectCover = statement(
  'pdf.cover',
  (p: { organizationId: string; spaceId: string; branchId: string }) =>
    sqlBuilder
      .selectFrom('content_node as node')
      .innerJoin('organization as o', (join) =>
        join.on('o.organization_id', '=', p.organizationId),
      )
      .innerJoin('space as s', (join) =>
        join.on('s.organization_id', '=', p.organizationId).onRef('s.id', '=', 'node.id'),
      )
      .leftJoin('change_request as c', (join) =>
        join
          .on('c.organization_id', '=', p.organizationId)
          .onRef('c.space_id', '=', 'node.id')
          .on('c.id', '=', p.branchId),
      )
      .select(['o.title as organization_title', 'o.logo as organization_logo'])
      .select(['node.title as space_title', 's.language', 's.emoji', 's.icon'])
      .select([
        'c.number as change_request_number',
        'c.subject as change_request_subject',
      ])
      .where('node.organization_id', '=', p.organizationId)
      .where('node.id', '=', p.spaceId),
)
