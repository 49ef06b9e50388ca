import { parseArgs } from 'node:util'

/**
 * The time that `--seconds` gives. Without it a gate does a fixed count, so that a seed covers
 * the same cases on every machine.
 */
export function secondsGiven(): number | undefined {
  return numberGiven('seconds')
}

/** The number that an option of the command line gives. */
export function numberGiven(name: string): number | undefined {
  const { values } = parseArgs({
    options: { [name]: { type: 'string' } },
    strict: false,
  })
  const value = values[name]
  return value === undefined ? undefined : Number(value)
}
