import type { DocumentNames } from '@lectern/content/expressions/evaluate-document.ts'
import type { Page } from '@lectern/contract/pages.ts'

import type { BodyColumns, BodyShape, VersionRow } from '#/features/content/public.ts'
import type { Context } from '#/platform/http/context.ts'
import { JsonText } from '#/platform/http/outcome.ts'

import { documentJson, emptyDocument, evaluatedMarkdown } from './document-json.ts'
import { attributesOf } from './page-view.ts'

export type Evaluated = 'true' | 'false' | 'deterministic-only' | '1' | '0'

export interface BodyQuery {
  readonly format?: 'document' | 'markdown'
  readonly evaluated?: Evaluated
}

/** What must be read along to answer with the body that was asked for. */
export function bodyShape({ format, evaluated }: BodyQuery): BodyShape {
  return {
    markdown: format !== 'document',
    variables: scopeOf(evaluated) !== 'nothing',
  }
}

/** All of a body's query that changes the answer. */
export function bodyAsked({ format, evaluated }: BodyQuery): readonly unknown[] {
  return [format ?? 'both', scopeOf(evaluated)]
}

export function scopeOf(evaluated: Evaluated = 'false'): DocumentNames['scope'] {
  if (evaluated === 'true' || evaluated === '1') return 'everything'
  return evaluated === 'deterministic-only' ? 'same-for-everybody' : 'nothing'
}

type WithBody = VersionRow & BodyColumns
type OfContent = Readonly<{ organizationId: string; spaceId: string }>

/** The document of an entry as JSON text; an empty one when it has none. */
export async function bodyJson(
  context: Context,
  of: OfContent,
  row: WithBody,
  evaluated: Evaluated | undefined,
): Promise<string> {
  if (row.document_id === null) return emptyDocument
  return documentJson(context, documentOf(of, row, evaluated))
}

/** A page as JSON text, with its body in the forms that were asked for. */
export async function pageWithBody<Shown extends Page>(
  context: Context,
  of: OfContent,
  { page, row }: { readonly page: Shown; readonly row: WithBody },
  { format, evaluated }: BodyQuery,
): Promise<JsonText<Shown>> {
  const text = JSON.stringify(page)
  const hasBody = page.type === 'document' && page.computed === undefined
  if (!hasBody) return new JsonText(text)
  const [markdown, document] = await Promise.all([
    format === 'document' ? undefined : bodyMarkdown(context, of, row, evaluated),
    format === 'markdown' ? undefined : bodyJson(context, of, row, evaluated),
  ])
  const parts = [
    text.slice(0, -1),
    ...(markdown === undefined ? [] : [`"markdown":${JSON.stringify(markdown)}`]),
    ...(document === undefined ? [] : [`"document":${document}`]),
  ]
  return new JsonText(`${parts.join(',')}}`)
}

async function bodyMarkdown(
  context: Context,
  of: OfContent,
  row: WithBody,
  evaluated: Evaluated | undefined,
): Promise<string> {
  const markdown = row.markdown ?? ''
  if (row.document_id === null || scopeOf(evaluated) === 'nothing') return markdown
  return evaluatedMarkdown(context, documentOf(of, row, evaluated), markdown)
}

function documentOf(
  { organizationId, spaceId }: OfContent,
  row: WithBody,
  evaluated: Evaluated | undefined,
) {
  const { variables: pageVariables } = attributesOf(row)
  return {
    organizationId,
    spaceId,
    entryId: row.entry_id,
    fromNumber: row.from_number,
    variablesNumber: row.variables_number ?? 0,
    names: {
      scope: scopeOf(evaluated),
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only the store writes this column
      spaceVariables: (row.variables ?? {}) as Record<string, string>,
      ...(pageVariables !== undefined && { pageVariables }),
    },
  }
}
