import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'

import { buildMermaid } from './src/features/publishing/diagrams/build-mermaid.ts'
import { mermaidFile } from './src/features/publishing/diagrams/mermaid-file.ts'

/** Writes the script that workers draw diagrams with, for an image without the packages in it. */
const { program, licences } = await buildMermaid()
await mkdir(path.dirname(mermaidFile), { recursive: true })
await writeFile(mermaidFile, program)
await writeFile(path.join(path.dirname(mermaidFile), 'mermaid-licences.txt'), licences)
