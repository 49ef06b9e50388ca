export type PartKind = 'head' | 'frame' | 'tree' | 'body' | 'foot'

const counters = {
  renders: ['lectern_sites_renders_total', 'Parts rendered, by kind', 'part'],
  answers: ['lectern_sites_answers_total', 'Answers, by status', 'status'],
  pages: ['lectern_sites_pages_total', 'Pages answered, by where they came from', 'from'],
  apiCalls: [
    'lectern_sites_api_calls_total',
    'Calls of the api, by operation',
    'operation',
  ],
  apiFailures: [
    'lectern_sites_api_failures_total',
    'Calls the api did not answer',
    'operation',
  ],
  stream: ['lectern_sites_stream_total', 'What the stream of changes did', 'event'],
  snapshot: [
    'lectern_sites_snapshot_total',
    'What was written and read on disk',
    'event',
  ],
} as const

type CounterName = keyof typeof counters

export interface Metrics {
  count(counter: CounterName, label: string): void
  read(counter: CounterName, label: string): number
  gauge(name: string, help: string, read: () => number): void
  /** Everything counted so far, in the Prometheus text format. */
  text(): string
}

export function createMetrics(): Metrics {
  const counts = new Map<CounterName, Map<string, number>>()
  const gauges: { name: string; help: string; read: () => number }[] = []
  return {
    count(counter, label) {
      let labels = counts.get(counter)
      if (labels === undefined) counts.set(counter, (labels = new Map()))
      labels.set(label, (labels.get(label) ?? 0) + 1)
    },
    read: (counter, label) => counts.get(counter)?.get(label) ?? 0,
    gauge(name, help, read) {
      gauges.push({ name, help, read })
    },
    text() {
      const lines: string[] = []
      for (const [counter, labels] of counts) {
        const [name, help, label] = counters[counter]
        lines.push(`# HELP ${name} ${help}`, `# TYPE ${name} counter`)
        for (const [value, count] of labels) {
          lines.push(`${name}{${label}="${value}"} ${count}`)
        }
      }
      for (const { name, help, read } of gauges) {
        lines.push(`# HELP ${name} ${help}`, `# TYPE ${name} gauge`, `${name} ${read()}`)
      }
      return `${lines.join('\n')}\n`
    },
  }
}
