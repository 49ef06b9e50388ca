import { plainMarks } from '#/document/marks.ts'
import type { Mark, PlainMark } from '#/document/marks.ts'

export const noMarks: readonly Mark[] = []

/** The marks with one more, in the order of the model. */
export function withMark(marks: readonly Mark[], type: PlainMark): readonly Mark[] {
  if (marks.some((mark) => mark.type === type)) return marks
  return [...marks, { object: 'mark' as const, type }].toSorted(
    (left, right) => rank(left) - rank(right),
  )
}

export function sameMarks(left: readonly Mark[], right: readonly Mark[]): boolean {
  if (left === right) return true
  return (
    left.length === right.length &&
    left.every((mark, index) => sameMark(mark, right[index]))
  )
}

function sameMark(left: Mark, right: Mark | undefined): boolean {
  if (left.type !== 'color') return left.type === right?.type
  return (
    right?.type === 'color' &&
    left.data.text === right.data.text &&
    left.data.background === right.data.background
  )
}

function rank(mark: Mark): number {
  return mark.type === 'color' ? -1 : plainMarks.indexOf(mark.type)
}
