import assert from 'node:assert/strict'

import { type Calls, forAdminsOnly, type Scene } from './official-client-calls.ts'
import { type OfficialClient, uploadKind } from './official-client.ts'

const bytes = Buffer.from('# Page\n')

/** The key of a Markdown file that waits to be imported. */
async function uploaded(client: OfficialClient, organization: string): Promise<string> {
  const type = 'text/markdown'
  const { data } = await client.orgs.generateStorageUploadUrl(organization, {
    file: { name: 'page.md', type, size: bytes.length },
    kind: uploadKind('import_file'),
  })
  const { pathname, search } = new URL(data.url)
  const { origin } = new URL(client.baseUrl)
  const sent = await fetch(`${origin}${pathname}${search}`, {
    method: 'PUT',
    headers: { 'content-type': type },
    body: bytes,
  })
  assert.ok(sent.ok, await sent.text())
  return data.key
}

async function started(client: OfficialClient, { organization, space }: Scene) {
  const files = [await uploaded(client, organization)]
  return client.org.startImportRun(organization, {
    source: { type: 'file', files },
    target: { space },
  })
}

export const importCalls = {
  startImportRun: forAdminsOnly(started),
  cancelImportRun: forAdminsOnly(async (client, scene) => {
    const { data } = await started(client, scene)
    return client.org.cancelImportRun(scene.organization, data.id)
  }),
} satisfies Record<string, Calls>
