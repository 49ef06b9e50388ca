import { existsSync } from 'node:fs'

import { type Browser, chromium } from 'playwright-core'

export type { Browser, Page } from 'playwright-core'

const executablePath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium'

/** Why tests that need a browser are left out here; never in CI. */
export const browserIsMissing =
  !existsSync(executablePath) && process.env['CI'] !== 'true' && 'no Chromium here'

export async function launchBrowser(...more: readonly string[]): Promise<Browser> {
  return chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--disable-dev-shm-usage',
      ...more,
    ],
  })
}
