import { menuId } from '../shell/ids.ts'

/** Closes the menu, a popover on narrow screens, when the screen gets wide or a link is chosen. */
export function closeSiteMenuWhenWide(): void {
  const menu = document.getElementById(menuId)
  if (menu === null) return
  matchMedia('(min-width: 60rem)').addEventListener('change', () => {
    if (menu.matches(':popover-open')) menu.hidePopover()
  })
  // A link within the same page loads nothing that would close the menu.
  menu.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a[href]') : null
    if (link !== null && menu.matches(':popover-open')) menu.hidePopover()
  })
}
