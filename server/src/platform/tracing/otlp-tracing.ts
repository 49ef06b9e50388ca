import { AsyncLocalStorage } from 'node:async_hooks'

import {
  type Context,
  isSpanContextValid,
  ROOT_CONTEXT,
  type Span,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node'

import type { Tracing, TracingConfig } from './tracing.ts'

/** Tracing that registers nothing globally: two servers in one process trace separately. */
export function openOtlpTracing(config: TracingConfig): Tracing {
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': config.serviceName }),
    spanProcessors: [new BatchSpanProcessor(openExporter(config))],
  })
  const tracer = provider.getTracer('lectern')
  const running = new AsyncLocalStorage<Context>()

  return {
    span: async (name, attributes, parent, run) => {
      const above = remoteContext(parent) ?? running.getStore() ?? ROOT_CONTEXT
      const span = tracer.startSpan(name, { attributes }, above)
      try {
        return await running.run(trace.setSpan(above, span), run)
      } catch (error) {
        recordFailure(span, error)
        throw error
      } finally {
        span.end()
      }
    },
    shutdown: () => provider.shutdown(),
  }
}

function openExporter({ endpoint, onFailure }: TracingConfig): OTLPTraceExporter {
  const exporter = new OTLPTraceExporter({ url: tracesUrl(endpoint) })
  const send = exporter.export.bind(exporter)
  // The SDK reports a failed batch only to a global logger, which would be shared by all.
  exporter.export = (spans, done) =>
    send(spans, (result) => {
      if (result.error) onFailure?.(result.error)
      done(result)
    })
  return exporter
}

function tracesUrl(endpoint: string): string {
  const url = new URL(endpoint)
  const path = url.pathname.replace(/\/$/, '')
  url.pathname = path.endsWith('/v1/traces') ? path : `${path}/v1/traces`
  return url.href
}

const traceparentPattern = /^([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(-.*)?$/

function remoteContext(traceparent: string | undefined): Context | undefined {
  const [, version, traceId = '', spanId = '', flags = '', rest] =
    traceparentPattern.exec(traceparent ?? '') ?? []
  // Later versions may append fields; version 00 may not, and ff is never valid.
  if (version === 'ff' || (version === '00' && rest !== undefined)) return undefined
  const parent = { traceId, spanId, traceFlags: Number.parseInt(flags, 16) }
  if (!isSpanContextValid(parent)) return undefined
  return trace.setSpanContext(ROOT_CONTEXT, { ...parent, isRemote: true })
}

function recordFailure(span: Span, error: unknown): void {
  const failure = error instanceof Error ? error : new Error(String(error))
  span.recordException(failure)
  span.setStatus({ code: SpanStatusCode.ERROR, message: failure.message })
}
