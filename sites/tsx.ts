import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'

import { transformSync } from 'esbuild'

// Node strips types but knows no JSX: in development and tests each component is translated when it
// is imported. What ships is bundled beforehand.
registerHooks({
  load(url, context, nextLoad) {
    if (!url.startsWith('file:') || !url.endsWith('.tsx')) return nextLoad(url, context)
    const file = fileURLToPath(url)
    const { code } = transformSync(readFileSync(file, 'utf8'), {
      loader: 'tsx',
      format: 'esm',
      target: 'node24',
      jsx: 'automatic',
      sourcemap: 'inline',
      sourcefile: file,
    })
    return { format: 'module', source: code, shortCircuit: true }
  },
})
