export interface Looked {
  readonly unsafe: readonly string[]
  readonly bodies: number
}

/** Names what could run, presses what can be pressed. */
export function lookInside(known: { script: string; style: string }): Looked {
  const safe = new Set(['http:', 'https:', 'mailto:', 'tel:'])
  const forbidden = /^(?:iframe|object|embed|base|frame|applet|style)$/i
  const addresses = /^(?:href|src|action|formaction|xlink:href|data|poster|background)$/

  /** An emoji as an icon: an image is all that it can be there. */
  // oxlint-disable-next-line unicorn/consistent-function-scoping -- only what is inside goes into the page
  const isFavicon = (element: Element, value: string) =>
    element.matches('head > link[rel="icon"]') && value.startsWith('data:image/svg+xml')

  const isForeignScript = (element: Element) =>
    /^script$/i.test(element.nodeName) &&
    element.getAttribute('type') !== 'application/ld+json' &&
    // Built by us, and answered by the site itself.
    !/^\/[\w/-]*~assets\/[\w.-]+$/.test(element.getAttribute('src') ?? '') &&
    element.textContent !== known.script

  function faultOf(element: Element): string | undefined {
    const isOurs =
      element.hasAttribute('data-of-gate') ||
      (element.matches('head > style') && element.textContent === known.style)
    if (forbidden.test(element.nodeName) && !isOurs) return 'a forbidden element'
    if (isForeignScript(element)) return 'a script'
    return element.matches('meta[http-equiv]') ? 'an instruction' : undefined
  }

  function attributeFaultOf(element: Element, { name, value }: Attr): string | undefined {
    if (/^on/i.test(name) || name === 'srcdoc') return name
    if (!addresses.test(name) || isFavicon(element, value)) return undefined
    const url = URL.parse(value, 'https://site.invalid/a/')
    return url === null || safe.has(url.protocol) ? undefined : name
  }

  const unsafe = [...document.querySelectorAll('*')].flatMap((element) =>
    [
      faultOf(element),
      ...[...element.attributes].map((attribute) => attributeFaultOf(element, attribute)),
    ]
      .filter((fault) => fault !== undefined)
      .map(
        (fault) => `${location.pathname}: ${fault} in ${element.outerHTML.slice(0, 160)}`,
      ),
  )
  // oxlint-disable-next-line unicorn/consistent-function-scoping -- only what is inside goes into the page
  const stay = (event: Event) => {
    const link = event.target instanceof Element ? event.target.closest('a, area') : null
    const target = link?.getAttribute('href') ?? link?.getAttribute('xlink:href') ?? ''
    // Only what runs is of interest, not where it leads.
    if (link !== null && !/script/i.test(target)) event.preventDefault()
  }
  addEventListener('click', stay, true)
  addEventListener(
    'submit',
    (event) => {
      const form = event.target instanceof Element ? event.target.outerHTML : ''
      if (!/script:/i.test(form)) event.preventDefault()
    },
    true,
  )
  const pressed = 'a, area, button, [data-press], math, maction, svg a *'
  for (const element of document.querySelectorAll(pressed)) {
    element.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
  }
  return { unsafe, bodies: document.querySelectorAll('body > .hostile').length }
}

/** What an attack would show a reader, it tells the gate. */
export function reportDialogs(mark: string): void {
  // oxlint-disable-next-line no-console -- how a page tells the gate
  const tell = () => console.log(`${mark} ${location.href}`)
  Object.assign(window, { alert: tell, confirm: tell, prompt: tell })
}
