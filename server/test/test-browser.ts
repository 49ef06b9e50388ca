import { existsSync } from 'node:fs'

import { type Browser, chromium } from 'playwright-core'

export type { Browser, Page } from 'playwright-core'

/** What workers print with, if nothing else is set. */
const printerPath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium'
/** The same engine without windows takes less than half of the processor. */
const withoutWindows = '/usr/bin/chromium-headless-shell'
const browserPath =
  process.env['CHROMIUM_PATH'] ??
  (existsSync(withoutWindows) ? withoutWindows : printerPath)

/** Why tests that look at pages are left out here; never in CI. */
export const browserIsMissing = missing(browserPath)
/** Why tests that have a worker print are left out here; never in CI. */
export const printerIsMissing = missing(printerPath)

export async function launchBrowser(...more: readonly string[]): Promise<Browser> {
  return chromium.launch({
    executablePath: browserPath,
    // Scrollbars show and take room, as they do for readers.
    ignoreDefaultArgs: ['--hide-scrollbars'],
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

function missing(program: string): string | false {
  return !existsSync(program) && process.env['CI'] !== 'true' && 'no Chromium here'
}
