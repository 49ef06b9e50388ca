import type { Config } from '#/platform/config/config.ts'
import { startJobWorker } from '#/platform/jobs/job-worker.ts'
import { startMetricsServer } from '#/platform/metrics/metrics-server.ts'
import { eventsTopic } from '#/platform/outbox/outbox.ts'
import { type EventSubscriber, startRelay } from '#/platform/outbox/relay.ts'
import type { Services } from '#/platform/services.ts'

import { allJobs } from './all-jobs.ts'
import { allSubscribers } from './all-subscribers.ts'
import { openServices, type ServicesOptions } from './services.ts'

interface WorkerOptions extends Pick<ServicesOptions, 'onStatement'> {
  readonly subscribers?: readonly EventSubscriber[]
}

export interface RunningWorker {
  readonly services: Services
  readonly stop: () => Promise<void>
}

export async function startWorker(
  config: Config,
  { subscribers = allSubscribers(config), ...options }: WorkerOptions = {},
): Promise<RunningWorker> {
  const { services, close } = await openServices(config, {
    component: 'worker',
    ...options,
  })
  const stopJobs = await startJobWorker(services, allJobs(subscribers))
  const relay = startRelay(services, subscribers)
  const stopListening = await services.jobs.onWake((isAbout) => {
    if (isAbout(eventsTopic)) relay.wake()
  })
  const metrics = await startMetricsServer({
    metrics: services.metrics,
    host: config.METRICS_HOST,
    port: config.METRICS_PORT,
    onFailure: (error) => services.log.error({ err: error }, 'metrics failed'),
  })
  services.log.info({ metricsPort: metrics.port }, 'worker runs')
  return {
    services,
    async stop() {
      await stopListening()
      await relay.stop()
      await stopJobs()
      await metrics.stop()
      await close()
    },
  }
}
