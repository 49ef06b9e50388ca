import type { RequestServer } from '@lectern/content/openapi/request/request-shape.ts'
import {
  hostChoices,
  isHostVariable,
  serverUrl,
} from '@lectern/content/openapi/request/servers.ts'

import { type Control, control, line, select } from './controls.ts'
import { make } from './elements.ts'
import type { TryWords } from './words/try-words.ts'

export interface ServerChoice {
  readonly group: HTMLElement
  readonly control: Control
  readonly chosen: () => number
  readonly variables: () => ReadonlyMap<string, string>
}

/** The part of the form that says which server is asked. */
export function serverChoice(
  words: TryWords,
  servers: readonly RequestServer[],
): ServerChoice {
  const usable = servers.flatMap((server, index) =>
    serverUrl(server, new Map()) === undefined ? [] : [{ server, index }],
  )
  const chooser = select(
    usable.map(({ server: { url, title }, index }) => ({
      value: String(index),
      text: title === undefined ? url : `${url} (${title})`,
    })),
  )
  chooser.dir = 'ltr'
  const variables = new Map<string, Control>()
  const place = make('div', { class: 'try-rows' })
  const show = () => {
    variables.clear()
    const server = servers[Number(chooser.value)]
    for (const { name, default: first, values = [] } of server?.variables ?? []) {
      if (server === undefined || !server.url.includes(`{${name}}`)) continue
      const isOfHost = isHostVariable(server, name)
      const choices = isOfHost ? hostChoices(server, name) : values
      const input =
        isOfHost || choices.length > 0
          ? select(choices.map((value) => ({ value, text: value })))
          : line('text')
      input.value = isOfHost ? (choices[0] ?? '') : first
      variables.set(name, control(words, input, { label: name }))
    }
    place.replaceChildren(...[...variables.values()].map(({ row }) => row))
  }
  chooser.addEventListener('change', show)
  show()
  const shown = control(words, chooser, { label: words.server })
  return {
    group: make('div', { class: 'try-group' }, shown.row, place),
    control: shown,
    chosen: () => Number(chooser.value),
    variables: () =>
      new Map([...variables].map(([name, { input }]) => [name, input.value])),
  }
}
