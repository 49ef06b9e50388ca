import type { ApiOperation, ApiResponse } from '@lectern/content/openapi/model.ts'

import { label } from '#/blocks/bounds.ts'
import { Description } from './description.tsx'
import { Contents, Headers } from './parameters.tsx'
import { Section } from './section.tsx'
import type { ApiView } from './view.ts'

interface OperationProps {
  readonly operation: ApiOperation
  readonly view: ApiView
}

/** Every response by its status, folded to one line. */
export function Responses({ operation, view }: OperationProps) {
  if (operation.responses.length === 0) return null
  return (
    <Section title={view.words.responses} view={view}>
      <div className="api-responses">
        {operation.responses.map((response, index) => (
          <Response key={index} response={response} view={view} />
        ))}
      </div>
    </Section>
  )
}

function Response({ response, view }: { response: ApiResponse; view: ApiView }) {
  const { status, description, headers, contents } = response
  const id = view.idOf(`response ${status}`)
  const [first = '', ...rest] = (description ?? '').trim().split('\n')
  const isMore = headers.length > 0 || contents.length > 0 || rest.length > 0
  const line = (
    <>
      <span className={`api-status ${statusKind(status)}`}>{label(status)}</span>
      <span className="api-status-text" dir="auto">
        {bare(first)}
      </span>
    </>
  )
  if (!isMore) {
    return (
      <p className="api-response api-response-line" id={id}>
        {line}
      </p>
    )
  }
  return (
    <details className="api-response" open={view.page.isPrinted}>
      <summary>{line}</summary>
      {/* Browsers open what is around the place that an address names, not the place itself. */}
      <div className="api-response-body" id={id}>
        {rest.length > 0 && <Description text={rest.join('\n')} view={view} />}
        <Headers of={headers} view={view} />
        <Contents contents={contents} view={view} id={id} />
      </div>
    </details>
  )
}

/** A line of Markdown as its words: a summary is itself a control, which holds no links. */
function bare(markdown: string): string {
  return label(
    markdown
      .replaceAll(/!?\[([^\][]*)\]\([^()\s]*\)/gu, '$1')
      .replaceAll(/(\*\*|__|`)/gu, ''),
  )
}

/** The class of a status, which tells at a glance whether it went well. */
export function statusKind(status: string): string {
  const [first = ''] = status
  if (first === '2') return 'is-good'
  if (first === '4') return 'is-refused'
  return first === '5' ? 'is-broken' : 'is-other'
}

/** What the API calls by itself, while or after it does what was asked. */
export function Callbacks({ operation, view }: OperationProps) {
  if (operation.callbacks.length === 0) return null
  return (
    <Section title={view.words.callbacks} view={view}>
      <div className="api-responses">
        {operation.callbacks.map(({ name, expression, method, summary, body }, index) => (
          <details key={index} className="api-response" open={view.page.isPrinted}>
            <summary>
              <span className="api-method">{label(method).toUpperCase()}</span>
              <code>{label(name)}</code>
            </summary>
            <div className="api-response-body">
              <p className="api-facts">
                <code>{label(expression)}</code>
              </p>
              <Description text={summary} view={view} />
              {body !== undefined && <Contents contents={body} view={view} />}
            </div>
          </details>
        ))}
      </div>
    </Section>
  )
}
