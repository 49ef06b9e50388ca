import { apiInformation } from '@lectern/contract/system.ts'
import { Check as isValid } from 'typebox/value'

import type { Config } from '#/platform/config/config.ts'

import { reasonOf } from '../failure.ts'
import { type Check, fail, ok, type Verdict, warn } from './check.ts'

const answerMsMax = 3_000

/** Whether PUBLIC_URL leads to an api, as far as can be seen from this machine. */
export function apiCheck(config: Config): Check {
  return { name: 'api', judge: async () => judgeApi(config) }
}

async function judgeApi({ PUBLIC_URL, LECTERN_ENV }: Config): Promise<Verdict> {
  const isProduction = LECTERN_ENV === 'production'
  let found: string | undefined
  try {
    found = await versionAt(PUBLIC_URL)
  } catch (error) {
    const detail = `${PUBLIC_URL} does not answer from here (${reasonOf(error)})`
    return isProduction
      ? warn(
          detail,
          'Start an api; if one runs, check DNS, the proxy and its certificate, unless this machine reaches it in another way than callers',
        )
      : ok(detail)
  }
  if (found !== undefined) return ok(`${PUBLIC_URL} answers with release ${found}`)
  const judge = isProduction ? fail : warn
  return judge(
    `something else than an api answers at ${PUBLIC_URL}`,
    'Have the proxy pass PUBLIC_URL on to the api with the path as it is, or correct PUBLIC_URL',
  )
}

/** The release of the api at a URL; undefined where something else answers. */
async function versionAt(url: string): Promise<string | undefined> {
  const signal = AbortSignal.timeout(answerMsMax)
  const reply = await fetch(`${url}/v1`, { signal, redirect: 'manual' })
  const text = await reply.text()
  const said = reply.status === 200 ? parsed(text) : undefined
  return isValid(apiInformation, said) ? said.version : undefined
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
