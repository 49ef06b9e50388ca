import type { ApiOperation } from '@lectern/content/openapi/model.ts'
import { createElement, Fragment } from 'react'

import { bounded, label } from '#/blocks/bounds.ts'
import { Copyable } from '#/blocks/copyable.tsx'
import { outside } from '#/blocks/links.tsx'
import type { HeadingLevel } from '#/blocks/page.ts'
import { fill } from '#/blocks/words.ts'
import { Authentication, Servers } from './access.tsx'
import { Description } from './description.tsx'
import { operationTitle } from './operation-title.ts'
import { Body, Parameters } from './parameters.tsx'
import { Callbacks, Responses } from './responses.tsx'
import { serverUrl } from './sample-request.ts'
import { BodyExamples, RequestSamples, ResponseExamples } from './samples.tsx'
import { TryItView } from './try-it.tsx'
import type { ApiView } from './view.ts'

interface OperationViewProps {
  readonly operation: ApiOperation
  readonly view: ApiView
  readonly id: string | undefined
  /** The level of its heading; undefined if one with the same words stands above. */
  readonly heading: HeadingLevel | undefined
  /** The words of the heading above. */
  readonly above: string | undefined
}

/** An operation or webhook: what it does on one side, how to call it on the other. */
export function OperationView(props: OperationViewProps) {
  const { operation, view, id, heading, above } = props
  const summary = label(operation.summary ?? '')
  const isSaid = heading !== undefined || summary === '' || summary === label(above ?? '')
  return (
    <div className="api-operation" id={id}>
      {heading !== undefined && <Title {...props} level={heading} />}
      <Address operation={operation} view={view} />
      <div className="api-columns">
        <div className="api-main">
          {!isSaid && <p className="api-summary">{summary}</p>}
          <Description text={operation.description} view={view} />
          <More operation={operation} view={view} />
          <Authentication operation={operation} view={view} />
          <Servers operation={operation} view={view} />
          <Parameters operation={operation} view={view} />
          <Body operation={operation} view={view} />
          <Responses operation={operation} view={view} />
          <Callbacks operation={operation} view={view} />
        </div>
        <div className="api-side">
          <RequestSamples operation={operation} view={view} />
          <BodyExamples operation={operation} view={view} />
          <ResponseExamples operation={operation} view={view} />
        </div>
      </div>
    </div>
  )
}

function Title({
  operation,
  view,
  id,
  level,
}: OperationViewProps & { readonly level: HeadingLevel }) {
  const title = operationTitle(operation)
  return (
    <div className={`heading heading-${level}`}>
      {createElement(`h${level}`, {}, title)}
      {id !== undefined && (
        <a
          className="place-link"
          href={`#${encodeURIComponent(id)}`}
          aria-label={fill(view.page.words.linkTo, { title })}
        />
      )}
    </div>
  )
}

const methods = new Set(['get', 'post', 'put', 'patch', 'delete', 'head', 'options'])

/** The method and the address, to be copied. */
function Address({ operation, view }: Pick<OperationViewProps, 'operation' | 'view'>) {
  const { kind, method, path, isDeprecated } = operation
  const isWebhook = kind === 'webhook'
  const verb = label(method).toUpperCase()
  const known = methods.has(method) ? `is-${method}` : ''
  return (
    <div className="api-address">
      <Copyable className="api-line">
        {isWebhook && <span className="api-mark">{view.words.webhook}</span>}
        <span className={`api-method ${known}`.trim()}>{verb}</span>
        <code className="api-path" data-copied="">
          {!isWebhook && (
            <span className="api-server">{bounded(serverUrl(operation), 300)}</span>
          )}
          <Steps path={label(path)} />
        </code>
      </Copyable>
      {isDeprecated === true && (
        <span className="api-deprecated">{view.words.deprecated}</span>
      )}
      <TryItView operation={operation} spec={view.spec} page={view.page} />
    </div>
  )
}

/** A path that a narrow screen breaks between its steps. */
function Steps({ path }: { path: string }) {
  return path.split(/(?=\/)/).map((step, at) => (
    // oxlint-disable-next-line no-array-index-key -- never reordered: rendered once, as text
    <Fragment key={at}>
      <wbr />
      {step}
    </Fragment>
  ))
}

function More({
  operation: { docs },
  view,
}: Pick<OperationViewProps, 'operation' | 'view'>) {
  const to = docs === undefined ? undefined : outside(docs.url)
  if (to === undefined) return null
  return (
    <p>
      <a href={to.href} rel="noopener">
        {label(docs?.description ?? '') || view.words.moreAbout}
      </a>
    </p>
  )
}
