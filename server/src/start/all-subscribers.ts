import { notificationSubscriber } from '#/features/joining/notifications/public.ts'
import { provisioningSubscriber } from '#/features/joining/provisioning/public.ts'
import { revalidateSubscriber } from '#/features/publishing/published-sites/public.ts'
import type { Config } from '#/platform/config/config.ts'
import type { EventSubscriber } from '#/platform/outbox/relay.ts'

/** Every subscriber to events. */
export function allSubscribers({
  REVALIDATE_URL,
}: Pick<Config, 'REVALIDATE_URL'>): readonly EventSubscriber[] {
  return [
    notificationSubscriber,
    provisioningSubscriber,
    ...(REVALIDATE_URL === undefined ? [] : [revalidateSubscriber]),
  ]
}
