import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client'

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
  readonly contentType: string
  count(counter: CounterName, label: string): void
  read(counter: CounterName, label: string): Promise<number>
  gauge(name: string, help: string, read: () => number): void
  /** All counters and gauges in the Prometheus text format. */
  text(): Promise<string>
}

/** Measures into a registry of its own, so that two renderers in one process do not mix. */
export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const counterOf = (of: CounterName) => {
    const [name, help, label] = counters[of]
    return new Counter({ name, help, labelNames: [label], registers: [registry] })
  }
  const counting: Readonly<Record<CounterName, Counter>> = {
    renders: counterOf('renders'),
    answers: counterOf('answers'),
    pages: counterOf('pages'),
    apiCalls: counterOf('apiCalls'),
    apiFailures: counterOf('apiFailures'),
    stream: counterOf('stream'),
    snapshot: counterOf('snapshot'),
  }
  return {
    contentType: registry.contentType,
    count: (counter, label) => counting[counter].labels(label).inc(),
    async read(counter, label) {
      const { values } = await counting[counter].get()
      const [, , labelName] = counters[counter]
      return values.find(({ labels }) => labels[labelName] === label)?.value ?? 0
    },
    gauge(name, help, read) {
      const gauge: Gauge = new Gauge({
        name,
        help,
        registers: [registry],
        collect: () => gauge.set(read()),
      })
    },
    text: async () => registry.metrics(),
  }
}
