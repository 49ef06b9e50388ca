import type { Page } from './page.ts'
import { SignOf } from './signs.tsx'

/** A picture of a box, not a control: readers of a site cannot tick it. */
export function CheckBox({ isChecked, page }: { isChecked: boolean; page: Page }) {
  return (
    <span
      className={isChecked ? 'check checked' : 'check'}
      role="img"
      aria-label={isChecked ? page.words.done : page.words.toDo}
    >
      {isChecked && <SignOf name="check" />}
    </span>
  )
}
