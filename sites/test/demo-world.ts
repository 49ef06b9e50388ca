import { type RunningWorker, startWorker } from '@lectern/server/start/worker.ts'

import type { Assets } from '#/assets/assets.ts'
import { buildAssets } from '#/assets/build-assets.ts'

import { publishDemo } from '../../tools/demo-site.ts'
import { freePort } from '../../tools/free-port.ts'
import { startTestSites, type TestSites } from './test-sites.ts'

export interface DemoWorld {
  readonly world: TestSites
  /** Where the demo is, with a slash at the end. */
  readonly demo: string
  readonly filesOrigin: string
  readonly stop: () => Promise<void>
}

/** Api, worker and renderer with the site of our own documentation on them. */
export async function startDemoWorld(
  change: (assets: Assets) => Assets = (assets) => assets,
): Promise<DemoWorld> {
  const port = String(await freePort())
  const filesOrigin = `http://127.0.0.1:${port}`
  const world = await startTestSites(
    { PORT: port, PUBLIC_URL: filesOrigin, FILES_URL: `${filesOrigin}/~files` },
    change(await buildAssets()),
  )
  let worker: RunningWorker | undefined
  const stop = async () => {
    await worker?.stop()
    await world.stop()
  }
  try {
    worker = await startWorker(world.api.services.config)
    const { url, organization, tokens } = world.api
    const demo = await publishDemo({ url, organization, token: tokens.admin })
    return { world, demo, filesOrigin, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
