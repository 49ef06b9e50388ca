import { bounded } from '#/blocks/bounds.ts'

import { proseOf } from './prose.ts'
import type { ApiView } from './view.ts'

const charactersMax = 20_000
/** What is left even of a text for which there is no room. */
const charactersLeast = 200

/** A text that the authors of a specification wrote, which may be in another language. */
export function Description({ text, view }: { text: string | undefined; view: ApiView }) {
  const { left, page } = view
  const room = Math.min(charactersMax, Math.max(left.texts, charactersLeast))
  const bare = bounded((text ?? '').trim(), room)
  if (bare === '') return null
  left.texts -= bare.length
  return (
    <div className="api-text" dir="auto">
      {page.flow(proseOf(bare))}
    </div>
  )
}
