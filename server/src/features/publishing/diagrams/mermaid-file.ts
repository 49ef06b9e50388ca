import path from 'node:path'

import { mermaidVersion } from './diagram-key.ts'

/** Where the image has the script that draws diagrams; `server/build-mermaid.ts` writes it. */
export const mermaidFile = path.resolve(
  import.meta.dirname,
  `../../../../dist/mermaid-${mermaidVersion}.js`,
)
