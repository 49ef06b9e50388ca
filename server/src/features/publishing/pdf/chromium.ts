import { chown, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import type { Browser } from 'playwright-core'

import { bytesOfBrowser, killBrowser } from './chromium-processes.ts'
import { bareEnvironment, isRoot, nobody, withoutRights } from './unprivileged.ts'

export interface ChromiumOptions {
  /** The path of the browser's executable. */
  readonly path: string
  /** Whether Chromium uses its own sandbox; without it the container is the only wall. */
  readonly isSandboxed: boolean
}

export interface OpenChromium {
  readonly browser: Browser
  /** The memory of all processes of the browser; 0 on systems without `/proc`. */
  readonly memoryBytes: () => Promise<number>
  readonly close: () => Promise<void>
}

const launchTimeoutMs = 30_000
const closeTimeoutMs = 5_000

/**
 * Starts a browser without a network: it resolves no name, and its proxy leads nowhere. The code
 * that intercepts the requests of a page answers them.
 */
export async function openChromium(options: ChromiumOptions): Promise<OpenChromium> {
  const folder = await mkdtemp(path.join(tmpdir(), 'lectern-chromium-'))
  const remove = async () => rm(folder, { recursive: true, force: true, maxRetries: 5 })
  try {
    if (isRoot()) await chown(folder, nobody, nobody)
    const { program, args } = commandOf(options, folder)
    // Loaded late: Playwright is a third of all that a process loads at its start, and only PDFs
    // need it.
    const { chromium } = await import('playwright-core')
    const browser = await chromium.launch({
      executablePath: program,
      args: [...args],
      ignoreDefaultArgs: true,
      timeout: launchTimeoutMs,
      env: { ...bareEnvironment, HOME: folder, TMPDIR: folder },
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
    })
    return {
      browser,
      memoryBytes: async () => bytesOfBrowser(folder),
      async close() {
        await endBrowser(browser)
        await killBrowser(folder)
        await remove()
      },
    }
  } catch (error) {
    await killBrowser(folder)
    await remove()
    throw error
  }
}

/** The command that starts the browser, not as root, to whom Chromium refuses its sandbox. */
function commandOf({ path: program, isSandboxed }: ChromiumOptions, folder: string) {
  const args = [
    '--headless',
    '--remote-debugging-pipe',
    `--user-data-dir=${folder}`,
    ...switches,
    ...(isSandboxed ? [] : ['--no-sandbox']),
    '--no-startup-window',
  ]
  return withoutRights({ program, args })
}

const switches = [
  '--host-resolver-rules=MAP * ~NOTFOUND',
  '--proxy-server=http://127.0.0.1:9',
  // Without this switch, names of this very machine bypass the proxy.
  '--proxy-bypass-list=<-loopback>',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-domain-reliability',
  '--disable-extensions',
  '--disable-sync',
  '--disable-breakpad',
  '--disable-crash-reporter',
  '--disable-gpu',
  // Containers give shared memory 64 MB, which a long page exceeds.
  '--disable-dev-shm-usage',
  '--disable-features=Translate,MediaRouter,OptimizationHints,DialMediaRouteProvider',
  '--export-tagged-pdf',
  '--font-render-hinting=none',
  '--generate-pdf-document-outline',
  '--mute-audio',
  '--no-first-run',
  '--no-default-browser-check',
  '--password-store=basic',
]

/** Asks the browser to end, and stops waiting for one that hangs. */
async function endBrowser(browser: Browser): Promise<void> {
  const late = new Promise((resolve) => {
    setTimeout(resolve, closeTimeoutMs).unref()
  })
  await Promise.race([browser.close().catch(() => undefined), late])
}
