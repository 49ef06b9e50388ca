import { menuId } from '../shell/ids.ts'

/** The menu of a narrow screen is a popover; where it stands beside the page it must not be one. */
export function closeSiteMenuWhenWide(): void {
  const menu = document.getElementById(menuId)
  if (menu === null) return
  matchMedia('(min-width: 60rem)').addEventListener('change', () => {
    if (menu.matches(':popover-open')) menu.hidePopover()
  })
  // A link to a place in the same page loads nothing that would close it.
  menu.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a[href]') : null
    if (link !== null && menu.matches(':popover-open')) menu.hidePopover()
  })
}
