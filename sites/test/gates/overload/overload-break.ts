// Loaded into an api by the self-test, which names the defect to plant.
import { Lines } from '../../../../server/src/platform/lines/lines.ts'
import { Turns } from '../../../../server/src/platform/threads/turns.ts'

const noPlace = () => undefined

if (process.env['GATE_BREAK'] === 'no turns') {
  // Every task is started at once, whoever asks for it.
  Turns.prototype.take = async () => noPlace
} else {
  // Nobody stands in a line.
  Lines.prototype.takeNow = () => noPlace
  Lines.prototype.take = async () => noPlace
}
