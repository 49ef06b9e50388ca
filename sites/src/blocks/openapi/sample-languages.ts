import { csharpHttpclient } from '@scalar/snippetz/plugins/csharp/httpclient'
import { goNative } from '@scalar/snippetz/plugins/go/native'
import { javaNethttp } from '@scalar/snippetz/plugins/java/nethttp'
import { jsFetch } from '@scalar/snippetz/plugins/js/fetch'
import { phpCurl } from '@scalar/snippetz/plugins/php/curl'
import { phpGuzzle } from '@scalar/snippetz/plugins/php/guzzle'
import { pythonRequests } from '@scalar/snippetz/plugins/python/requests'
import { rubyNative } from '@scalar/snippetz/plugins/ruby/native'
import { shellCurl } from '@scalar/snippetz/plugins/shell/curl'

import { bounded, lengthMax } from '#/blocks/bounds.ts'
import type { SampleRequest } from './sample-request.ts'

type Plugin = typeof shellCurl

interface SampleLanguage {
  readonly title: string
  /** The language of its colours. */
  readonly syntax: string
  readonly plugin: Plugin
  /** What in a body would end a string of the sample, or run inside of it. */
  readonly brokenBy?: RegExp
}

const languages: readonly SampleLanguage[] = [
  { title: 'cURL', syntax: 'bash', plugin: shellCurl },
  { title: 'JavaScript', syntax: 'javascript', plugin: jsFetch },
  { title: 'Python', syntax: 'python', plugin: pythonRequests },
  { title: 'Go', syntax: 'go', plugin: goNative },
  { title: 'Java', syntax: 'java', plugin: javaNethttp },
  { title: 'PHP', syntax: 'php', plugin: phpCurl, brokenBy: /^(?!\s*[{[])[^]*['\\]/u },
  { title: 'Ruby', syntax: 'ruby', plugin: rubyNative, brokenBy: /#[{$@]|^JSON$/mu },
  { title: 'C#', syntax: 'csharp', plugin: csharpHttpclient },
]

/** The languages that samples and examples are coloured in. */
export const sampleSyntaxes: readonly string[] = [
  ...languages.map(({ syntax }) => syntax),
  'json',
  'xml',
]

export interface Sample {
  readonly title: string
  readonly syntax: string
  readonly code: string
}

/** A sample in each of the first languages; one that cannot be made is left out. */
export function samplesOf(
  request: SampleRequest,
  languagesMax = languages.length,
): readonly Sample[] {
  const body = request.postData?.text ?? ''
  return languages
    .slice(0, languagesMax)
    .flatMap(({ title, syntax, plugin, brokenBy }) => {
      if (brokenBy?.test(body) === true) return []
      const code = sampleIn(pluginFor(plugin, request), request)
      return code === undefined ? [] : [{ title, syntax, code }]
    })
}

/** The curl of PHP sends files in another way than the library writes it. */
function pluginFor(plugin: Plugin, { postData }: SampleRequest): Plugin {
  const isMultipart = postData?.mimeType.startsWith('multipart/') === true
  return plugin === phpCurl && isMultipart ? phpGuzzle : plugin
}

function sampleIn(plugin: Plugin, request: SampleRequest): string | undefined {
  const { open, ...archive } = request
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the library asks for lists that may be written to, and writes to none
    const code = plugin.generate(archive as Parameters<Plugin['generate']>[0])
    return bounded(withOpenPlaces(code, open), lengthMax.highlighted)
  } catch {
    // A library may refuse an address or body that a specification gives.
    return undefined
  }
}

/** Places of a path stay as the specification writes them: some languages encode the braces. */
function withOpenPlaces(code: string, open: readonly string[]): string {
  return open.reduce(
    (text, name) =>
      text.replaceAll(encodeURIComponent(`{${name.toWellFormed()}}`), `{${name}}`),
    code,
  )
}
