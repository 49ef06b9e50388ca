import type { Page } from './page.ts'
import { SignOf } from './signs.tsx'

/** Readers change nothing: a picture of a box, not a control. */
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
