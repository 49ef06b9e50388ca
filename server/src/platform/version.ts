import { readFileSync } from 'node:fs'

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own package.json
const manifest = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
) as { version: string }

export const productVersion = manifest.version
