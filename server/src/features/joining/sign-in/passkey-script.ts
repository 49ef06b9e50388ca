import { script } from '#/platform/html/html.ts'

/**
 * Lets a browser make or use a passkey: it asks for a challenge, and sends the answer with the form
 * that has the button. Forms stay hidden where a browser knows no passkeys.
 */
export const passkeyScript = script`
const known = globalThis.PublicKeyCredential
const isAble = known?.parseRequestOptionsFromJSON && known.parseCreationOptionsFromJSON

async function answerTo(url) {
  const reply = await fetch(url, { method: 'POST', body: new URLSearchParams() })
  if (!reply.ok) throw new Error(String(reply.status))
  const options = await reply.json()
  const credential = options.user === undefined
    ? await navigator.credentials.get({ publicKey: known.parseRequestOptionsFromJSON(options) })
    : await navigator.credentials.create({ publicKey: known.parseCreationOptionsFromJSON(options) })
  return JSON.stringify(credential.toJSON())
}

for (const form of isAble ? document.querySelectorAll('form[data-passkey]') : []) {
  form.hidden = false
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    const problem = form.querySelector('[role=alert]')
    problem.hidden = true
    try {
      form.elements.answer.value = await answerTo(form.dataset.passkey)
    } catch {
      problem.hidden = false
      return
    }
    form.submit()
  })
}
`
