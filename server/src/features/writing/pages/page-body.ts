import { documentForm } from '@lectern/content/document/form.ts'
import type { DocumentNames } from '@lectern/content/expressions/evaluate-document.ts'
import type { Page } from '@lectern/contract/pages.ts'

import type { OfRevision, VersionRow } from '#/content-store/branches/public.ts'
import { selectLinksOfVersion } from '#/content-store/documents/public.ts'
import type { BodyColumns, BodyShape } from '#/content-store/read/public.ts'
import { hiddenPages } from '#/content-store/sight/public.ts'
import { isVisitor, type Sight } from '#/platform/http/caller.ts'
import type { ReaderContext } from '#/platform/http/context.ts'
import { JsonText } from '#/platform/http/outcome.ts'

import {
  type DocumentOfEntry,
  documentJson,
  emptyDocument,
  evaluatedMarkdown,
} from './document-json.ts'
import { attributesOf, type ComputedQuery, declaredAsked } from './page-view.ts'
import { presentMarkdown, type RowWithText } from './present-markdown.ts'

export type Evaluated = 'true' | 'false' | 'deterministic-only' | '1' | '0'

export interface BodyQuery extends ComputedQuery {
  readonly format?: 'document' | 'markdown'
  readonly evaluated?: Evaluated
  /** The visitor of a site who reads: content that is not for them must not leave the server. */
  readonly visitor?: Pick<Sight, 'claims' | 'audience'>
}

/** The query as it is answered: a visitor always gets an evaluated body, whatever they ask for. */
export async function bodyQueryOf<Query extends Omit<BodyQuery, 'visitor'>>(
  { caller }: Pick<ReaderContext, 'caller'>,
  query: Query,
): Promise<Query & BodyQuery> {
  if (!isVisitor(caller)) return query
  const { claims = {}, audience = '' } = (await caller.look()) ?? {}
  return { ...query, evaluated: 'true', visitor: { claims, audience } }
}

/** The columns to read for the requested body. */
export function bodyShape({ format, evaluated }: BodyQuery): BodyShape {
  return {
    markdown: format !== 'document',
    variables: scopeOf(evaluated) !== 'nothing',
  }
}

/** The parts of a body's query that change the answer. */
export function bodyAsked(query: BodyQuery): readonly unknown[] {
  const { format, evaluated } = query
  const form = format === 'markdown' ? [] : [documentForm]
  return [format ?? 'both', scopeOf(evaluated), ...form, ...declaredAsked(query)]
}

export function scopeOf(evaluated: Evaluated = 'false'): DocumentNames['scope'] {
  if (evaluated === 'true' || evaluated === '1') return 'everything'
  return evaluated === 'deterministic-only' ? 'same-for-everybody' : 'nothing'
}

type WithBody = VersionRow & BodyColumns
/** The document of an entry as JSON text; an empty one when it has none. */
export async function bodyJson(
  context: ReaderContext,
  of: OfRevision,
  row: WithBody,
  query: BodyQuery,
): Promise<string> {
  if (row.document_id === null) return emptyDocument
  return documentJson(context, await documentOf(context, of, row, query))
}

/** A page as JSON text, with its body in the forms that were asked for. */
export async function pageWithBody<Shown extends Page>(
  context: ReaderContext,
  of: OfRevision,
  { page, row }: { readonly page: Shown; readonly row: RowWithText },
  query: BodyQuery,
): Promise<JsonText<Shown>> {
  const { format } = query
  const text = JSON.stringify(page)
  if (page.type !== 'document') return new JsonText(text)
  const [markdown, document] = await Promise.all([
    format === 'document' ? undefined : bodyMarkdown(context, of, row, query),
    format === 'markdown' ? undefined : bodyJson(context, of, row, query),
  ])
  const parts = [
    text.slice(0, -1),
    ...(markdown === undefined ? [] : [`"markdown":${JSON.stringify(markdown)}`]),
    ...(document === undefined ? [] : [`"document":${document}`]),
  ]
  return new JsonText(`${parts.join(',')}}`)
}

async function bodyMarkdown(
  context: ReaderContext,
  of: OfRevision,
  row: RowWithText,
  query: BodyQuery,
): Promise<string> {
  const markdown = await presentMarkdown(context, of, row, query.visitor?.audience)
  if (row.document_id === null || scopeOf(query.evaluated) === 'nothing') return markdown
  return evaluatedMarkdown(context, await documentOf(context, of, row, query), {
    markdown,
    isStored: markdown === row.markdown,
  })
}

async function documentOf(
  context: ReaderContext,
  of: OfRevision,
  row: WithBody,
  query: BodyQuery,
): Promise<DocumentOfEntry> {
  const { organizationId, spaceId } = of
  const { evaluated, visitor } = query
  const { variables: pageVariables = {} } = attributesOf(row)
  const reader = visitor === undefined ? '' : ` visitor ${visitor.audience}`
  return {
    organizationId,
    spaceId,
    branchId: row.branch_id ?? spaceId,
    entryId: row.entry_id,
    fromNumber: row.from_number,
    hidden: await hiddenTargets(context, of, row, query),
    variablesVersion: `${row.variables_branch_id ?? ''} ${row.variables_number ?? 0}${reader}`,
    names: {
      scope: scopeOf(evaluated),
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only the store writes this column
      spaceVariables: (row.variables ?? {}) as Record<string, string>,
      pageVariables,
      claims: visitor?.claims ?? {},
      isStrict: visitor !== undefined,
    },
  }
}

/** The ids of the pages that the text links to and the visitor does not see, of any space. */
export async function hiddenTargets(
  context: ReaderContext,
  at: OfRevision,
  row: WithBody,
  // oxlint-disable-next-line max-params -- who reads, where, what, and for whom it is kept
  { visitor }: Pick<BodyQuery, 'visitor'>,
): Promise<readonly string[]> {
  if (visitor === undefined || row.has_targets === false) return []
  const { organizationId, spaceId, branchId, number, mainNumber } = at
  const version = `${row.branch_id ?? ''} ${row.entry_id} ${row.from_number}`
  const key = `hidden ${spaceId} ${branchId} ${number} ${mainNumber} ${version} ${visitor.audience}`
  const known = context.texts.get(key)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- kept under this key below
  if (known !== undefined) return JSON.parse(known) as string[]
  const found = await context.db.first(selectLinksOfVersion, {
    organizationId,
    spaceId,
    branchId: row.branch_id ?? spaceId,
    entryId: row.entry_id,
    fromNumber: row.from_number,
  })
  const refs = (found?.links ?? []).map(({ ref, target = ref }) => target)
  const hidden = [...(await hiddenPages(context, at, refs))].toSorted()
  // Pages of other spaces are hidden and opened without a revision of this one.
  const isOwn = refs.every((ref) => !('space' in ref) || ref.space === undefined)
  if (isOwn) context.texts.set(key, JSON.stringify(hidden))
  return hidden
}
