import { type GateName, gateNames, gateOf } from './list.ts'

/** The usual size of a gate, the size named in its goal, or the run with planted defects. */
export type Size = 'usual' | 'full' | 'self-test'

export interface Measurement {
  readonly gate: GateName
  readonly size: Size
  readonly outcome: 'holds' | 'slow' | 'fails' | 'not finished' | 'not run'
  readonly figure: string
  readonly commit: string
  readonly date: string
  readonly machine: string
}

const heads = ['gate', 'size', 'outcome', 'figure', 'goal', 'commit', 'date', 'machine']
const selfTestGoal = 'every planted defect is found'
const intro = `# Measurements

What the gates measured before a release. \`npm run gates -- --release\` runs those that measure times, or have more cases than a change has time for; with \`--full\` it runs them at the size that their goals speak of, each for at most twenty minutes; with \`--self-test\` it plants defects that each gate must find. A run replaces the rows that it measured; the others keep their commit and date. What each gate promises is in [gates.md](gates.md).

`

/** Every expected row: the new measurement, or the earlier one, or a row that says "not run". */
export function mergeMeasurements(
  before: readonly Measurement[],
  now: readonly Measurement[],
): Measurement[] {
  return gateNames.flatMap((gate) =>
    sizesOf(gate).map((size): Measurement => {
      const isRow = (row: Measurement) => row.gate === gate && row.size === size
      const none = { figure: '', commit: '', date: '', machine: '' }
      return (
        now.find(isRow) ??
        before.find(isRow) ?? { gate, size, outcome: 'not run', ...none }
      )
    }),
  )
}

export function sizesOf(gate: GateName): readonly Size[] {
  const { release, full } = gateOf(gate)
  return [
    ...(release === true ? (['usual'] as const) : []),
    ...(full === undefined ? [] : (['full'] as const)),
    'self-test',
  ]
}

/** Cells are not padded, so that a run changes no other row. */
export function describeMeasurements(rows: readonly Measurement[]): string {
  const lines = rows.map((row) => {
    const goal = row.size === 'self-test' ? selfTestGoal : gateOf(row.gate).goal
    const { gate, size, outcome, figure, commit, date, machine } = row
    return [`\`${gate}\``, size, outcome, figure, goal, commit, date, machine]
  })
  const table = [heads, heads.map(() => '---'), ...lines]
  return `${intro}${table.map((cells) => `| ${cells.map(escaped).join(' | ')} |`).join('\n')}\n`
}

/** Parses the rows of a described page. */
export function parseMeasurements(page: string): Measurement[] {
  return page
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => {
      const cells = line.split(/(?<!\\)\|/).slice(1, -1)
      const [gate, size, outcome, figure, , commit, date, machine] = cells.map(unescaped)
      const row = {
        gate: gate?.slice(1, -1),
        size,
        outcome,
        figure,
        commit,
        date,
        machine,
      }
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as it was described; rows of gates that are gone are left out later
      return row as Measurement
    })
}

function escaped(cell: string): string {
  return cell.replaceAll('|', String.raw`\|`)
}

function unescaped(cell: string): string {
  return cell.trim().replaceAll(String.raw`\|`, '|')
}
