import type { TryData } from '../../blocks/openapi/try-data.ts'
import { TryForm } from './try-form.ts'
import { wordsFor } from './words/words-for.ts'

const forms = new WeakMap<HTMLElement, TryForm>()

/** Opens or closes the form that sends a request; a closed one keeps what was typed. */
export async function toggleForm(host: HTMLElement, opener: HTMLElement): Promise<void> {
  const form = forms.get(host) ?? (await open(host, opener))
  form.toggle()
}

async function open(host: HTMLElement, opener: HTMLElement): Promise<TryForm> {
  const words = await wordsFor(document.documentElement.lang)
  // A second click may have opened it meanwhile.
  const known = forms.get(host)
  if (known !== undefined) return known
  const text = host.querySelector('script')?.textContent ?? ''
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own page has it
  const data = JSON.parse(text) as TryData
  const form = new TryForm(data, words, opener)
  host.append(form.element)
  forms.set(host, form)
  return form
}
