import { type ApiOperation, partName } from '@lectern/content/openapi/model.ts'
import { requestShape } from '@lectern/content/openapi/request/request-shape.ts'
import { serverOrigins } from '@lectern/content/openapi/request/servers.ts'

import type { Page } from '#/blocks/page.ts'
import { scriptSafeJson } from '#/shell/script-json.ts'

import { isFileSpec } from './named-parts.ts'
import type { TryData } from './try-data.ts'
import { tryWordFor } from './try-word.ts'

/** The most characters of an operation's data, and of the examples of all operations of a page. */
const charactersMax = 100_000
const exampleCharactersMax = 120_000

/**
 * The button that opens the form to send an operation. It is made by a script: without scripts there
 * is nothing that could send. There is none for what no page can ask.
 */
export function TryItView({
  operation,
  spec,
  page,
}: {
  operation: ApiOperation
  spec: string
  page: Page
}) {
  if (page.isPrinted || !canBeTried(operation)) return undefined
  const { language, tryProxyHref } = page.context
  const name = partName(operation)
  const jsonWith = (exampleCharacters: number) => {
    const data: TryData = {
      spec,
      name,
      shape: requestShape(operation, exampleCharacters),
      // Only operations of a published specification are sent from there.
      ...(tryProxyHref !== undefined && !isFileSpec(spec) && { proxyHref: tryProxyHref }),
    }
    return scriptSafeJson(data)
  }
  // With very many examples, the form begins without any.
  const json = [Math.ceil(exampleCharactersMax / page.apiPartCount), 0]
    .map(jsonWith)
    .find(({ length }) => length <= charactersMax)
  if (json === undefined) return undefined
  const words = tryWordFor(language)
  return (
    <lectern-try data-label={words.tryIt} data-failed={words.failed} data-name={name}>
      <script type="application/json" dangerouslySetInnerHTML={{ __html: json }} />
    </lectern-try>
  )
}

/** Browsers send no other methods, or none that pages may. */
const methods = /^(?:get|put|post|delete|options|head|patch|query)$/

/** Whether a page can send an operation: it has a server that is named as a whole. */
export function canBeTried({ kind, method, servers }: ApiOperation): boolean {
  return kind === 'operation' && methods.test(method) && serverOrigins(servers).length > 0
}
