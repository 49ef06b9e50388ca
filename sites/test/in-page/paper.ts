/** Words and formulas that end beyond the right edge of the page. */
export function beyondThePaper(): string[] {
  const edge = document.documentElement.clientWidth
  return [...document.querySelectorAll('td, th, td *, math mi, math mn, .link-card')]
    .filter((element) => element.getBoundingClientRect().right > edge + 0.5)
    .map(
      (element) =>
        `${element.textContent} ends at ${element.getBoundingClientRect().right}`,
    )
}

/** How far the color of an element is from white, as WCAG counts it. */
export function contrastWithPaper(element: Element): number {
  const channels = getComputedStyle(element).color.match(/[\d.]+/gu) ?? []
  const [red = 0, green = 0, blue = 0] = channels.map((each) => {
    const value = Number(each) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05)
}

/** The text that paper has after an element. */
export function printedAfter(element: Element): string {
  return getComputedStyle(element, '::after').content
}
