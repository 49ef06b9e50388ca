/** Tells the site that its page is seen, unless the reader asks not to be followed. */
export function reportView(): void {
  const isPrivate: unknown = Reflect.get(navigator, 'globalPrivacyControl')
  if (navigator.doNotTrack === '1' || isPrivate === true) return
  // The script is in a folder of the site, beside which the site is told.
  navigator.sendBeacon(
    new URL('../~seen', import.meta.url),
    new URLSearchParams({
      path: location.pathname,
      from: document.referrer.split('/', 3).join('/'),
    }),
  )
}
