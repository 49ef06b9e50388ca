// Loaded into an api by the self-test: edits its source as it is read.
import { registerHooks } from 'node:module'

import { editsOf } from './saml-breaks.ts'

const folder = new URL('../../../src/features/joining/saml-sign-in/', import.meta.url)
  .href
const edits = editsOf(process.env['GATE_BREAK'] ?? '')

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context)
    let { source } = loaded
    for (const { file, from, to } of edits.filter((edit) => folder + edit.file === url)) {
      const text = typeof source === 'string' ? source : new TextDecoder().decode(source)
      // A defect that is no longer planted would be found missing for nothing.
      if (!text.includes(from)) throw new Error(`${file} has no ${from}`)
      source = text.replace(from, () => to)
    }
    return source === loaded.source ? loaded : { ...loaded, source }
  },
})
