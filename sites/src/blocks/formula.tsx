import type { InlineMath, MathBlock } from '@lectern/content/document/nodes.ts'
import { renderToString } from 'katex'

import { bounded, lengthMax } from './bounds.ts'
import { classNames } from './class-names.ts'
import { breadthClass } from './formula-breadth.ts'
import { type Formula, readMathml } from './mathml.ts'
import type { BlockProps, InlineProps } from './page.ts'

export function MathView({ block, page }: BlockProps<MathBlock>) {
  const { formula } = block.data
  if (formula.trim() === '') return null
  const shown = page.isWorked(block) ? readFormula(formula, true) : undefined
  // Wide formulas scroll: the focus lets readers scroll with the keyboard.
  return (
    <div
      className={classNames('math', breadthClass(shown?.breadth))}
      role="group"
      aria-label={page.words.formula}
      tabIndex={0}
      dir="ltr"
    >
      {shown?.element ?? <Source formula={formula} />}
    </div>
  )
}

export function InlineMathView({ inline, page }: InlineProps<InlineMath>) {
  const { formula } = inline.data
  if (formula.trim() === '') return null
  const shown = page.isWorked(inline) ? readFormula(formula, false) : undefined
  return (
    <span className={classNames('math-inline', breadthClass(shown?.breadth))}>
      {shown?.element ?? <Source formula={formula} />}
    </span>
  )
}

/** The source of a formula that is not typeset. */
function Source({ formula }: { formula: string }) {
  return <code className="math-source">{bounded(formula, lengthMax.formula)}</code>
}

const definition =
  /\\(?:[egx]?def|let|futurelet|(?:re)?newcommand|providecommand|global|long)/u

function readFormula(formula: string, displayMode: boolean): Formula | undefined {
  if (formula.length > lengthMax.formula) return undefined
  try {
    const markup = renderToString(formula, {
      output: 'mathml',
      displayMode,
      throwOnError: true,
      trust: false,
      strict: 'ignore',
      maxSize: 20,
      // A formula with its own definitions can expand to far more than its length.
      maxExpand: definition.test(formula) ? 50 : 1000,
      macros: {},
    })
    return readMathml(
      markup.replace(/^<span class="katex">/u, '').replace(/<\/span>$/u, ''),
    )
  } catch {
    // KaTeX throws also for an expression nested too deeply for the stack.
    return undefined
  }
}
