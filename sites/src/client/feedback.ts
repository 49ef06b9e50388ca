/** Defines the element that sends both feedback forms without leaving the page. */
export function defineFeedback(): void {
  customElements.define('lectern-feedback', FeedbackElement)
}

class FeedbackElement extends HTMLElement {
  rating: string | undefined

  connectedCallback() {
    this.addEventListener('submit', (event) => {
      if (!(event.target instanceof HTMLFormElement)) return
      event.preventDefault()
      void this.send(event.target, event.submitter)
    })
  }

  async send(form: HTMLFormElement, submitter: HTMLElement | null) {
    const fields = fieldsOf(form, submitter)
    const rating = fields.get('rating') ?? undefined
    // A comment belongs to the rating that was sent before it.
    const known = rating ?? this.rating
    if (known !== undefined) fields.set('rating', known)
    const isSent = await post(form.action, fields)
    this.say(isSent)
    if (!isSent) return
    this.rating = known
    this.dataset['state'] = rating === undefined ? 'thanks' : 'sent'
    const next = rating === undefined ? '.feedback-thanks' : 'textarea'
    this.querySelector<HTMLElement>(next)?.focus()
  }

  say(isSent: boolean) {
    const failed = this.querySelector<HTMLElement>('.feedback-failed')
    if (failed !== null) failed.textContent = isSent ? '' : (failed.dataset['text'] ?? '')
  }
}

function fieldsOf(form: HTMLFormElement, submitter: HTMLElement | null): URLSearchParams {
  const fields = new URLSearchParams()
  for (const [name, value] of new FormData(form, submitter)) {
    if (typeof value === 'string') fields.set(name, value)
  }
  return fields
}

async function post(url: string, body: URLSearchParams): Promise<boolean> {
  try {
    const headers = { accept: 'application/json' }
    return (await fetch(url, { method: 'POST', body, headers })).ok
  } catch {
    return false
  }
}
