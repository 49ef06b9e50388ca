import type { Attributes } from '@opentelemetry/api'

export interface Tracing {
  /**
   * Runs inside a span. The span hangs under `parent` (a W3C traceparent) when that is
   * given and well formed, otherwise under the span that is running, otherwise it is a root.
   */
  span<T>(
    name: string,
    attributes: Attributes,
    parent: string | undefined,
    run: () => Promise<T>,
  ): Promise<T>
  /** Sends the spans that are still waiting. */
  shutdown(): Promise<void>
}

export interface TracingConfig {
  /** The collector's OTLP/HTTP address; `/v1/traces` is added unless it ends with that already. */
  readonly endpoint: string
  readonly serviceName: string
  /** Called when a batch of spans could not be delivered; the spans are dropped. */
  readonly onFailure?: (error: Error) => void
}

export const noTracing: Tracing = Object.freeze({
  span: <T>(_name: string, _attributes: Attributes, _parent: unknown, run: () => T) =>
    run(),
  shutdown: async () => {},
})

/** Opens tracing; the SDK costs start time and memory, so it is loaded only when configured. */
export async function openTracing(config: TracingConfig | undefined): Promise<Tracing> {
  if (!config) return noTracing
  const { openOtlpTracing } = await import('./otlp-tracing.ts')
  return openOtlpTracing(config)
}
