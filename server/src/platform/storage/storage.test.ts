import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import Fastify from 'fastify'

import { answerError } from '#/platform/http/error-handler.ts'
import { createSigner } from '#/platform/secrets/signing.ts'
import { folderStorageRoutes } from '#/platform/storage/folder-storage-routes.ts'
import { openFolderStorage } from '#/platform/storage/folder-storage.ts'
import { openStorage } from '#/platform/storage/storage.ts'
import { describeStorage } from '#test/storage/storage-suite.ts'

describeStorage({
  title: 'storage in a folder',
  skip: false,
  async open() {
    const folder = await mkdtemp(join(tmpdir(), 'lectern-storage-'))
    const signer = createSigner(['a secret key that only these tests use'])
    const config = { kind: 'folder', folder } as const
    const server = Fastify()
    server.setErrorHandler(answerError)
    // Opened twice on the same folder, because the public URL is known only once the server listens.
    const served = openFolderStorage({ ...config, publicUrl: 'http://unused' }, signer)
    await server.register(folderStorageRoutes, { storage: served, signer })
    const publicUrl = await server.listen({ port: 0, host: '127.0.0.1' })
    return {
      storage: await openStorage({ ...config, publicUrl }, signer),
      misplaced: await openStorage(
        { ...config, folder: '/dev/null/x', publicUrl },
        signer,
      ),
      async close() {
        await server.close()
        assert.deepEqual(await readdir(join(folder, '~incoming')), [])
        await rm(folder, { recursive: true })
      },
    }
  },
})
