import type { ApiContent, ApiOperation } from '@lectern/content/openapi/model.ts'
import { createElement, Fragment, type ReactNode } from 'react'

import { bounded, label, lengthMax } from '#/blocks/bounds.ts'
import { Copyable } from '#/blocks/copyable.tsx'
import { tokensOf } from '#/blocks/highlight.ts'
import { statusKind } from './responses.tsx'
import { type Sample, samplesOf } from './sample-languages.ts'
import { sampleRequest } from './sample-request.ts'
import { shortened } from './shorten.ts'
import type { ApiView } from './view.ts'

interface OperationProps {
  readonly operation: ApiOperation
  readonly view: ApiView
}

/** How to send the operation, in every language. */
export function RequestSamples({ operation, view }: OperationProps) {
  const lengthOfBody = Math.max(Math.min(view.left.examples / 4, bodyLengthMax), 400)
  const request = sampleRequest(operation, lengthOfBody)
  const samples = withinRoom(samplesOf(request, view.languagesMax), view)
  if (samples.length === 0) return null
  return (
    <Panel title={view.words.requestExample}>
      <Choices samples={samples} view={view} />
    </Panel>
  )
}

const bodyLengthMax = 4000

/** The first of them, and of the others those that the page still has room for. */
function withinRoom(samples: readonly Sample[], { left }: ApiView): readonly Sample[] {
  return samples.filter(({ code }, index) => {
    left.samples -= code.length
    return index === 0 || left.samples >= 0
  })
}

/** What the body may be, where there is more than the samples show. */
export function BodyExamples({ operation, view }: OperationProps) {
  const examples = examplesOf(operation.body?.contents ?? [], '', view)
  if (examples.length < 2) return null
  return (
    <Panel title={view.words.bodyExamples}>
      <Choices samples={examples} view={view} />
    </Panel>
  )
}

/** What is answered, by status and media type; the same answer once, at its first status. */
export function ResponseExamples({ operation, view }: OperationProps) {
  const said = new Set<string>()
  const samples = operation.responses
    .flatMap(({ status, contents }) => {
      const isEmptySuccess = contents.length === 0 && status.startsWith('2')
      return isEmptySuccess
        ? [{ title: label(status), syntax: '', code: view.words.noBody }]
        : examplesOf(contents, label(status), view)
    })
    .filter(({ code }) => {
      const isNew = !said.has(code)
      said.add(code)
      return isNew
    })
  if (samples.every(({ code }) => code === view.words.noBody)) return null
  return (
    <Panel title={view.words.responseExample}>
      <Choices samples={samples} view={view} areStatuses />
    </Panel>
  )
}

const examplesMax = 6

function examplesOf(
  contents: readonly ApiContent[],
  prefix: string,
  view: ApiView,
): readonly Sample[] {
  const samples: Sample[] = []
  for (const { mediaType, examples } of contents) {
    for (const [index, { name, summary, text }] of examples.entries()) {
      if (samples.length >= examplesMax || view.left.examples <= 0) return samples
      const code = shortened(text, Math.max(view.left.examples, 300))
      view.left.examples -= code.length
      const own = examples.length > 1 ? (summary ?? name ?? String(index + 1)) : ''
      const media = contents.length > 1 || prefix === '' ? mediaType : ''
      const title = [prefix, media, own].filter((word) => word !== '').join(' ')
      samples.push({ title: label(title), syntax: syntaxOf(mediaType), code })
    }
  }
  return samples
}

function syntaxOf(mediaType: string): string {
  if (/[/+]json\b/iu.test(mediaType)) return 'json'
  return /[/+]xml\b/iu.test(mediaType) ? 'xml' : ''
}

function Panel({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="api-panel">
      <p className="api-panel-title">{title}</p>
      {children}
    </div>
  )
}

interface ChoicesProps {
  readonly samples: readonly Sample[]
  readonly view: ApiView
  readonly areStatuses?: boolean
}

/** Samples as tabs; without scripts, each folded under its title, the first of them open. */
function Choices({ samples, view, areStatuses = false }: ChoicesProps) {
  const [only] = samples
  if (samples.length === 1 && only !== undefined) {
    return (
      <>
        {areStatuses && <p className="api-panel-only">{nameOf(only, areStatuses)}</p>}
        <SampleCode sample={only} view={view} />
      </>
    )
  }
  if (view.page.isPrinted && only !== undefined) {
    return <SampleCode sample={only} view={view} />
  }
  return createElement(
    'lectern-tabs',
    { class: 'tabs api-samples', 'data-label': view.page.words.tabs },
    samples.map((sample, index) => (
      <section key={index} className="tab" data-title={sample.title}>
        <details open={index === 0}>
          <summary className="tab-title">{nameOf(sample, areStatuses)}</summary>
          <SampleCode sample={sample} view={view} />
        </details>
      </section>
    )),
  )
}

function nameOf(sample: Sample, isStatus: boolean) {
  if (!isStatus) return sample.title
  return <span className={`api-status ${statusKind(sample.title)}`}>{sample.title}</span>
}

function SampleCode({ sample, view }: { sample: Sample; view: ApiView }) {
  const { title: name, syntax } = sample
  const code = bounded(sample.code, lengthMax.highlighted)
  const isColoured = code.length <= view.left.colours
  if (isColoured) view.left.colours -= code.length
  const tokens = isColoured ? tokensOf(code, syntax) : undefined
  return (
    <Copyable className="code api-code">
      <pre tabIndex={0} role="group" aria-label={name} dir="ltr" data-copied="">
        <code>
          {tokens === undefined
            ? code
            : tokens.map((line, index) => (
                <Fragment key={index}>
                  {index > 0 && '\n'}
                  {line.map(({ text, kind }, at) =>
                    kind === undefined ? (
                      <Fragment key={at}>{text}</Fragment>
                    ) : (
                      <span key={at} className={`token-${kind}`}>
                        {text}
                      </span>
                    ),
                  )}
                </Fragment>
              ))}
        </code>
      </pre>
    </Copyable>
  )
}
