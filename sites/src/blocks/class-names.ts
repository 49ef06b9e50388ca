/** The classes that apply, joined; undefined if none does, so as to write no empty attribute. */
export function classNames(
  ...names: readonly (string | false | undefined)[]
): string | undefined {
  const shown = names.filter((name) => typeof name === 'string' && name !== '')
  return shown.length === 0 ? undefined : shown.join(' ')
}
