import { renderToStaticMarkup } from 'react-dom/server'

import type { BodyView } from '#/model.ts'
import { Body } from './body.tsx'
import { loadGrammars } from './highlight.ts'
import { planOf } from './plan.ts'

/** The markup of the body of a page. */
export async function renderBody(view: BodyView): Promise<string> {
  await loadGrammars([planOf(view).document])
  return renderToStaticMarkup(<Body view={view} />)
}
