import { html } from '#/platform/html/html.ts'
import { page } from '#/platform/html/page.ts'

import { subscriptionName } from './notification-words.ts'
import type { Subscription } from './unsubscribe-link.ts'

/** The page that asks before unsubscribing: programs that open every link must change nothing. */
export function viewUnsubscribe(subscription: Subscription): string {
  return page(
    'Stop these mails?',
    html`<p>You get no more mails about ${subscriptionName(subscription)}.</p>
      <form method="post"><button type="submit">Unsubscribe</button></form>`,
  )
}

export function viewUnsubscribed(subscription: Subscription): string {
  return page(
    'You are unsubscribed',
    html`<p>You get no more mails about ${subscriptionName(subscription)}.</p>
      <p class="soft">
        You can turn them on again at any time, in your notification preferences.
      </p>`,
  )
}

export function viewUnknownLink(): string {
  return page(
    'This link does not work',
    html`<p>It may not have been copied whole, or come from a very old mail.</p>
      <h2>What you can do</h2>
      <p>
        Open the link from a newer mail, or choose what you are told in your notification
        preferences.
      </p>`,
  )
}
