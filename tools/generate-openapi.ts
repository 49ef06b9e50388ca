import { readFile, writeFile } from 'node:fs/promises'

import { openApiText } from '@lectern/contract/openapi.ts'

import manifest from '../contract/package.json' with { type: 'json' }

const target = new URL('../contract/openapi.json', import.meta.url)
const fresh = openApiText(manifest.version)

if (process.argv.includes('--check')) {
  const committed = await readFile(target, 'utf8').catch(() => undefined)
  if (committed !== fresh) {
    process.stderr.write(
      'contract/openapi.json does not match the contract. Run "node tools/generate-openapi.ts" and commit the result.\n',
    )
    process.exitCode = 1
  }
} else {
  await writeFile(target, fresh)
}
