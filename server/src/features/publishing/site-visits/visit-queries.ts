import { sql } from 'kysely'

import { type ActorColumns, callerColumnsSql } from '#/access/actor.ts'
import { seesSite } from '#/features/publishing/sites/public.ts'
import type { OfSite } from '#/features/writing/publications/public.ts'
import { statement } from '#/platform/database/statement.ts'

export interface VisitRow {
  readonly id: string
  readonly organization_id: string
  readonly site_id: string
  readonly account_id: string
  readonly session_hash: string
}

export const selectVisit = statement(
  'site-visit.select',
  (p: { hash: string }) => sql<VisitRow>`
    select id, organization_id, site_id, account_id, session_hash from site_visit
    where hash = ${p.hash} and expires_at > now()`,
)

export interface MemberRow extends ActorColumns {
  readonly sees_site: boolean
  readonly teams: readonly string[]
  readonly email_domain: string | null
}

const teamsMax = 1000

/** A member of the site's organization, with what conditions can ask of them. */
export const selectMemberOfSite = statement(
  'site-visit.member',
  (p: OfSite & { accountId: string }) => sql<MemberRow>`
    select ${callerColumnsSql}, ${seesSite(p)} as sees_site,
      array(
        select t.team_id from team_member as t
        where t.organization_id = ${p.organizationId} and t.user_id = ${p.accountId}
        order by t.team_id limit ${teamsMax}::integer) as teams,
      (select split_part(e.email, '@', -1) from account as a
       join account_email as e on e.account_id = a.id and e.email = lower(a.email)
       where a.id = ${p.accountId} and e.verified_at is not null) as email_domain
    from member as me
    join site as st on st.organization_id = ${p.organizationId} and st.id = ${p.siteId}
    where me.organization_id = ${p.organizationId} and me.user_id = ${p.accountId}`,
)

export interface NewCode extends OfSite {
  readonly hash: string
  readonly accountId: string
  readonly sessionHash: string
  readonly flowHash: string
  readonly host: string
}

export const insertCode = statement(
  'site-visit-code.insert',
  (p: NewCode & { seconds: number }) => sql`
    insert into site_visit_code
      (hash, organization_id, site_id, account_id, session_hash, flow_hash, host, expires_at)
    values (${p.hash}, ${p.organizationId}, ${p.siteId}, ${p.accountId}, ${p.sessionHash},
      ${p.flowHash}, ${p.host}, now() + make_interval(secs => ${p.seconds}::integer))`,
)

export const selectOldestCodes = statement(
  'site-visit-code.oldest',
  (p: { accountId: string; kept: number }) => sql<{ hash: string }>`
    select hash from site_visit_code where account_id = ${p.accountId}
    order by expires_at desc, hash offset ${p.kept}::integer`,
)

export const deleteCodes = statement(
  'site-visit-code.delete-some',
  (p: { hashes: string[] }) => sql`
    delete from site_visit_code where hash = any(${p.hashes}::text[])`,
)

export interface BroughtCode {
  readonly hash: string
  readonly siteId: string
  readonly flowHash: string
  readonly host: string
}

/** Uses a code up; one that another browser or host brings stays, and is good for nothing there. */
export const takeCode = statement(
  'site-visit-code.take',
  (p: BroughtCode) => sql<Omit<VisitRow, 'id'>>`
    delete from site_visit_code
    where hash = ${p.hash} and site_id = ${p.siteId} and flow_hash = ${p.flowHash}
      and host = ${p.host} and expires_at > now()
    returning organization_id, site_id, account_id, session_hash`,
)

interface OfReader {
  readonly accountId: string
  readonly siteId: string
}

export const selectOldestVisits = statement(
  'site-visit.oldest',
  (p: OfReader & { kept: number }) => sql<{ hash: string }>`
    select hash from site_visit
    where account_id = ${p.accountId} and site_id = ${p.siteId}
    order by started_at desc, hash offset ${p.kept}::integer`,
)

export const deleteVisits = statement(
  'site-visit.delete-some',
  (p: { hashes: string[] }) => sql`
    delete from site_visit where hash = any(${p.hashes}::text[])`,
)

export const selectEnd = statement<
  { hours: number },
  { readonly now: string; readonly expires_at: string }
>(
  'site-visit.end',
  ({ hours }) => sql`
    select now(), now() + make_interval(hours => ${hours}::integer) as expires_at`,
)

interface NewVisit extends OfSite {
  readonly hash: string
  readonly id: string
  readonly accountId: string
  readonly sessionHash: string
  readonly startedAt: string
  readonly expiresAt: string
}

export const insertVisit = statement(
  'site-visit.insert',
  (p: NewVisit) => sql`
    insert into site_visit
      (hash, id, organization_id, site_id, account_id, session_hash, started_at, expires_at)
    values (${p.hash}, ${p.id}, ${p.organizationId}, ${p.siteId}, ${p.accountId},
      ${p.sessionHash}, ${p.startedAt}, ${p.expiresAt})`,
)

export const selectEndedVisits = statement(
  'site-visit.ended',
  (p: { rowsMax: number }) => sql<{ hash: string }>`
    select hash from site_visit where expires_at < now() limit ${p.rowsMax}::integer`,
)

export const deleteEndedVisits = statement(
  'site-visit.delete-ended',
  (p: { hashes: string[] }) => sql`
    delete from site_visit where hash = any(${p.hashes}::text[]) and expires_at < now()`,
)

export const selectEndedCodes = statement(
  'site-visit-code.ended',
  (p: { rowsMax: number }) => sql<{ hash: string }>`
    select hash from site_visit_code where expires_at < now() limit ${p.rowsMax}::integer`,
)

export const deleteEndedCodes = statement(
  'site-visit-code.delete-ended',
  (p: { hashes: string[] }) => sql`
    delete from site_visit_code
    where hash = any(${p.hashes}::text[]) and expires_at < now()`,
)
