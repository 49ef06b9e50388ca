import type { BodyView } from '#/model.ts'

/** Whether a page is one to arrive at: wide, with neither tree nor outline beside it. */
export function isLandingLayout(
  layout: Pick<BodyView['layout'], 'width' | 'tableOfContents' | 'outline'>,
): boolean {
  return layout.width === 'wide' && !layout.tableOfContents && !layout.outline
}
