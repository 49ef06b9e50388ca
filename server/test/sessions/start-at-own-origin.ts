import { startTestApi, type TestApi } from '#test/test-api.ts'

import { freePort } from '../../../tools/free-port.ts'

/** The real api where a browser reaches it at PUBLIC_URL, and takes it for safe without TLS. */
export async function startAtOwnOrigin(
  settingsAt: (own: string) => Promise<Record<string, string>> = async () => ({}),
): Promise<{ api: TestApi; own: string }> {
  const port = await freePort()
  const own = `http://localhost:${port}`
  const more = await settingsAt(own)
  return {
    own,
    api: await startTestApi({ PORT: String(port), PUBLIC_URL: own, ...more }),
  }
}
