/** The classes that apply, joined; undefined when none does, so that no empty attribute is written. */
export function classNames(
  ...names: readonly (string | false | undefined)[]
): string | undefined {
  const shown = names.filter((name) => typeof name === 'string' && name !== '')
  return shown.length === 0 ? undefined : shown.join(' ')
}
