import type {
  InsightsBrowser,
  InsightsDevice,
  InsightsSystem,
} from '@lectern/contract/site-insights-query.ts'

export interface VisitorAgent {
  readonly device: InsightsDevice
  readonly browser: InsightsBrowser
  readonly system: InsightsSystem
}

/** Names in the user agents of programs that nobody sits in front of. */
const machines =
  /(?:^|[^u])bot|crawl|spider|slurp|headless|lighthouse|phantomjs|preview|monitor|scanner|^(?:curl|wget|python|java|go-http|okhttp|axios|node|ruby|php|libwww|apache-http)/i

/** Whether a program reads, as far as its user agent says. */
export function isMachine(userAgent: string): boolean {
  return machines.test(userAgent)
}

// The order counts: most browsers also name those that came before them.
const browsers: readonly (readonly [RegExp, InsightsBrowser])[] = [
  [/\b(?:Edg|Edge|EdgA|EdgiOS)\//, 'edge'],
  [/\b(?:OPR|Opera|OPiOS)\b/, 'opera'],
  [/\b(?:Firefox|FxiOS)\//, 'firefox'],
  [/\b(?:Chrome|Chromium|CriOS)\//, 'chrome'],
  [/\b(?:MSIE |Trident\/)/, 'ie'],
  [/\bSafari\//, 'safari'],
]

const systems: readonly (readonly [RegExp, InsightsSystem])[] = [
  [/\b(?:iPhone|iPad|iPod)\b/, 'ios'],
  [/\bAndroid\b/, 'android'],
  [/\bWindows\b/, 'windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macos'],
  [/\bLinux\b|\bX11\b|\bCrOS\b/, 'linux'],
]

export function agentOf(userAgent: string): VisitorAgent {
  const system = first(systems, userAgent) ?? 'unknown'
  return {
    browser: first(browsers, userAgent) ?? 'unknown',
    system,
    device: deviceOf(userAgent, system),
  }
}

function deviceOf(userAgent: string, system: InsightsSystem): InsightsDevice {
  if (/\biPad\b|\bTablet\b/.test(userAgent)) return 'tablet'
  if (system === 'ios') return 'mobile'
  if (system === 'android') return /\bMobile\b/.test(userAgent) ? 'mobile' : 'tablet'
  return system === 'unknown' ? 'unknown' : 'desktop'
}

function first<Name>(
  known: readonly (readonly [RegExp, Name])[],
  userAgent: string,
): Name | undefined {
  return known.find(([pattern]) => pattern.test(userAgent))?.[1]
}
