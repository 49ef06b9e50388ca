import type { Page } from '../server/test/test-browser.ts'

/**
 * Hides the scrollbars of a page that is open, for pictures: what they look like is up to the
 * system of a reader. Its context must bypass the policy of the page.
 */
export async function hideScrollbars(page: Page): Promise<void> {
  await page.addStyleTag({
    content: 'html { scrollbar-gutter: auto } * { scrollbar-width: none }',
  })
}
