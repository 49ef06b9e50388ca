import type {
  Columns,
  Expandable,
  Hint,
  Prompt,
  Stepper,
  Tabs,
  TabsItem,
} from '@lectern/content/document/nodes.ts'
import { fragmentNamed } from '@lectern/content/document/walk.ts'
import { plainText } from '@lectern/content/look/plain-text.ts'
import { createElement } from 'react'

import { hasNamedIcon, NamedIcon } from '#/icons/named-icon.tsx'
import { label } from './bounds.ts'
import { classNames } from './class-names.ts'
import { Copyable } from './copyable.tsx'
import type { BlockProps } from './page.ts'
import { shareClasses } from './scale.ts'
import { SignOf } from './signs.tsx'

const hintStyles = ['info', 'success', 'warning', 'danger'] as const

export function HintView({ block, page }: BlockProps<Hint>) {
  const style = hintStyles.find((known) => known === block.data.style) ?? 'info'
  const { icon } = block.data
  return (
    <div className={`hint hint-${style}`} role="note" aria-label={page.words[style]}>
      <span className="hint-sign">
        {icon !== undefined && hasNamedIcon(icon) ? (
          <NamedIcon name={icon} />
        ) : (
          <SignOf name={style} />
        )}
      </span>
      <div className="hint-body">{page.flow(block.nodes)}</div>
    </div>
  )
}

export function ExpandableView({ block, page }: BlockProps<Expandable>) {
  const title = fragmentNamed(block, 'expandable-title')?.nodes ?? []
  const body = fragmentNamed(block, 'expandable-body')?.nodes ?? []
  const [only] = title
  // A summary is itself a control, so nothing inside it may be interactive.
  const line = title.length === 1 && only?.type === 'paragraph' ? only.nodes : undefined
  return (
    <details
      className="expandable"
      id={page.idOf(block)}
      open={block.meta?.open === true}
    >
      <summary>
        <SignOf name="forward" />
        <span>
          {line === undefined
            ? label(title.map((node) => plainText(node)).join(' '))
            : page.still(line)}
        </span>
      </summary>
      <div className="expandable-body">{page.flow(body)}</div>
    </details>
  )
}

/** Sections one after the other; a custom element turns these into tabs where scripts run. */
export function TabsView({ block, page }: BlockProps<Tabs>) {
  if (block.nodes.length === 0) return null
  return createElement(
    'lectern-tabs',
    {
      class: classNames('tabs', block.data.fullWidth === true && 'full-width'),
      'data-label': page.words.tabs,
    },
    block.nodes.map((tab, index) => {
      const title = label(tab.data.title ?? '') || String(index + 1)
      return (
        <section key={index} className="tab" id={page.idOf(tab)} data-title={title}>
          {createElement(
            `h${page.levelOf(tab)}`,
            { className: 'tab-title' },
            <TabName block={tab} title={title} />,
          )}
          <div className="tab-body">{page.flow(tab.nodes)}</div>
        </section>
      )
    }),
  )
}

function TabName({ block, title }: { block: TabsItem; title: string }) {
  const { icon } = block.data
  return (
    <>
      {icon !== undefined && <NamedIcon name={icon} />}
      {title}
    </>
  )
}

export function StepperView({ block, page }: BlockProps<Stepper>) {
  return (
    <ol className="stepper">
      {block.nodes.map((step, index) => (
        <li key={index} className="step">
          <span className="step-sign" aria-hidden="true">
            {step.data.icon !== undefined && hasNamedIcon(step.data.icon) && (
              <NamedIcon name={step.data.icon} />
            )}
          </span>
          <div className="step-body">{page.flow(step.nodes)}</div>
        </li>
      ))}
    </ol>
  )
}

export function ColumnsView({ block, page }: BlockProps<Columns>) {
  const shares = shareClasses(block.nodes.map(({ data }) => data.width))
  return (
    <div className={classNames('columns', block.data.fullWidth === true && 'full-width')}>
      {block.nodes.map(({ data, nodes }, index) => (
        <div
          key={index}
          className={classNames(
            'column',
            shares[index],
            (data.verticalAlignment === 'middle' ||
              data.verticalAlignment === 'bottom') &&
              `stands-${data.verticalAlignment}`,
          )}
        >
          {page.flow(nodes)}
        </div>
      ))}
    </div>
  )
}

/** Shows nothing: the api replaces conditions with their content, except undecided ones. */
export function IfView() {
  return null
}

/** Shows nothing: `expand` has replaced each reusable content before, or left it out. */
export function ReusableContentView() {
  return null
}

/** A prompt for an assistant, with a button that copies it. */
export function PromptView({ block, page }: BlockProps<Prompt>) {
  const { icon } = block.data
  const description = label(block.data.description ?? '')
  return (
    <Copyable className="prompt">
      <div className="prompt-head">
        {icon !== undefined && hasNamedIcon(icon) ? (
          <NamedIcon name={icon} />
        ) : (
          <SignOf name="prompt" />
        )}
        <span>{description || page.words.prompt}</span>
      </div>
      <div className="prompt-body" data-copied="">
        {page.flow(block.nodes)}
      </div>
    </Copyable>
  )
}
