import { setImmediate } from 'node:timers/promises'

import { renderToStaticMarkup } from 'react-dom/server'

import type { BodyView } from '#/model.ts'
import { Body, bodyParts } from './body.tsx'
import { loadGrammars } from './highlight.ts'
import { planOf } from './plan.ts'

/** How long blocks are rendered before others have a turn: a page may have very many. */
const turnMs = 20

/** The markup of the body of a page. */
export async function renderBody(view: BodyView): Promise<string> {
  await loadGrammars([planOf(view).document])
  const { actions, flow } = bodyParts(view)
  const blocks: string[] = []
  let startedMs = performance.now()
  for (const block of flow) {
    if (performance.now() - startedMs > turnMs) {
      await setImmediate()
      startedMs = performance.now()
    }
    blocks.push(renderToStaticMarkup(block()))
  }
  return renderToStaticMarkup(
    <Body view={view} actions={actions} flow={blocks.join('')} />,
  )
}
