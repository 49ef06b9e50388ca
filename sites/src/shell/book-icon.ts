import { parseColor, readableOn } from './colors.ts'

/** The icon of a site that has none: an open book in the colour of the site. */
export function bookIcon(color: string): string {
  const ground = parseColor(color) ?? '#346ddb'
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="${ground}"/><path d="M16 11c-2-2-5-2.5-9-2v13c4-.5 7 0 9 2 2-2 5-2.5 9-2V9c-4-.5-7 0-9 2zv13" fill="none" stroke="${readableOn(ground)}" stroke-width="2" stroke-linejoin="round"/></svg>\n`
}
