export function focusedName(): string {
  const element = document.activeElement
  return element?.getAttribute('aria-label') ?? element?.textContent?.trim() ?? ''
}

export function chosenTheme(): string | undefined {
  return document.documentElement.dataset['theme']
}

export function backgroundColor(): string {
  return getComputedStyle(document.body).backgroundColor
}

export async function clipboardText(): Promise<string> {
  return navigator.clipboard.readText()
}

export function contentAfter(element: Element): string {
  return getComputedStyle(element, '::after').content
}

export function sidewaysOverflow(): number {
  return document.documentElement.scrollWidth - document.documentElement.clientWidth
}

/** What can be pressed and has no room for a finger. */
export function smallTargets(): string[] {
  return [...document.querySelectorAll('a[href], button, summary, input')]
    .filter((element) => !element.closest('.article') && element.checkVisibility())
    .filter((element) => {
      const { width, height } = element.getBoundingClientRect()
      return (
        width > 0 &&
        (width < 24 || height < 23.5) &&
        getComputedStyle(element).display !== 'inline'
      )
    })
    .map((element) => element.outerHTML.slice(0, 120))
}

/** Where the parts of a page begin, and how wide those are that do not follow their words. */
export function columns(): (readonly [string, number, number])[] {
  return ['.site-header .brand', '.search-box', '.tree', '.article', 'h1'].map(
    (selector) => {
      const box = document.querySelector(selector)?.getBoundingClientRect()
      return [selector, box?.left ?? -1, selector === 'h1' ? 0 : (box?.width ?? -1)]
    },
  )
}

export function pageScroll(): number {
  return scrollY
}

export function isTreeScrolled(): boolean {
  return (document.querySelector('.site-menu')?.scrollTop ?? 0) > 0
}

export function scrollbarGutter(): string {
  return getComputedStyle(document.documentElement).scrollbarGutter
}

export function isFocused(element: Element): boolean {
  return element === document.activeElement
}

export function scrollToEnd(element: Element): void {
  element.scrollLeft = element.scrollWidth
}
