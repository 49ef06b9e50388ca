import type { SelectOption } from '#/document/tables.ts'

/** The options of a select column: those of the header and those that only its cells name. */
export interface SelectOptions {
  readonly all: SelectOption[]
  readonly values: Set<string>
  readonly valueOfLabel: Map<string, string>
}

export function selectOptions(options: readonly SelectOption[]): SelectOptions {
  const known: SelectOptions = { all: [], values: new Set(), valueOfLabel: new Map() }
  for (const option of options) addOption(known, option)
  return known
}

export function addOption(known: SelectOptions, option: SelectOption): void {
  known.all.push(option)
  known.values.add(option.value)
  if (!known.valueOfLabel.has(option.label)) {
    known.valueOfLabel.set(option.label, option.value)
  }
}
