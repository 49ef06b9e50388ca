/**
 * Loaded into a process before anything else (`--import`), this sets its clock wrong by as many days
 * as `GATE_CLOCK_DAYS` says. What runs by the database's clock does not notice.
 */
const offsetMs = Number(process.env['GATE_CLOCK_DAYS'] ?? 0) * 24 * 3600 * 1000
const { now: trueNow } = Date
const { timeOrigin } = performance

const wrongNow = () => trueNow() + offsetMs

globalThis.Date = new Proxy(Date, {
  construct: (target, given, newTarget) => {
    const made: unknown = Reflect.construct(
      target,
      given.length === 0 ? [wrongNow()] : given,
      newTarget,
    )
    if (!(made instanceof target)) throw new Error('A date was not made')
    return made
  },
  apply: (target) => new target(wrongNow()).toString(),
  get: (target, name, receiver) =>
    name === 'now' ? wrongNow : Reflect.get(target, name, receiver),
})
Object.defineProperty(performance, 'timeOrigin', { get: () => timeOrigin + offsetMs })
