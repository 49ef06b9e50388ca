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
