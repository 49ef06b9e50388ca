/** What has a scrollbar at its side, or hides a part of a formula or of a tab below its edge. */
export function scrolledDown(): string[] {
  return [...document.body.querySelectorAll('*')]
    .filter((element) => {
      const { overflowY } = getComputedStyle(element)
      const isWatched =
        ['auto', 'scroll'].includes(overflowY) || element.matches('.math, .tab-list')
      return isWatched && element.scrollHeight > element.clientHeight
    })
    .map(
      ({ className, scrollHeight, clientHeight }) =>
        `${className}: ${scrollHeight} in ${clientHeight}`,
    )
}

/** Bars of tabs that do not show all of their tabs. */
export function scrolledTabs(): string[] {
  return [...document.querySelectorAll('.tab-list')]
    .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
    .map(({ textContent }) => textContent)
}
