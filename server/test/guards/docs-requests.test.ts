import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import type { OperationDefinition } from '@lectern/contract/operation.ts'
import { operations } from '@lectern/contract/operations.ts'

import { readSources } from './source-files.ts'

/** What GitBook's client knows besides is told of on a page that is made from the contract. */
const pages = /^README\.md$|^docs\/(?!compatibility\.md)[\w-]+\.md$/
const methods = 'GET|POST|PUT|PATCH|DELETE'
/** Places that are no operations: pages, health, what directories and providers ask, the renderer's own. */
const elsewhere = /^\/(?:~|sso\/|scim\/|livez$|readyz$|metrics$)|^…\/diagrams\//

interface Asked {
  readonly method: string
  readonly path: string
}

/** What the sentences of a page name, such as `POST /v1/orgs/{id}/saml`. */
function named(page: string): Asked[] {
  const prose = page.replaceAll(/^ *```.*?^ *```$/gms, '')
  const found = prose.matchAll(new RegExp(`\`(${methods}) ([^\\s\`]+)`, 'g'))
  return [...found].map(([, method = '', path = '']) => ({ method, path }))
}

/** What the commands of a page send with curl to an address below `/v1`. */
function sent(page: string): Asked[] {
  const blocks = [...page.matchAll(/^ *```sh\n(.*?)^ *```$/gms)].map(
    ([, text = '']) => text,
  )
  const commands = blocks.flatMap((text) =>
    text
      .replaceAll(/\\\n/g, ' ')
      .split('\n')
      .filter((line) => /\bcurl\b/.test(line)),
  )
  return commands.flatMap((line) => {
    const [, path] = /\/v1(\/[^\s"'?)]*)/.exec(line) ?? []
    if (path === undefined) return []
    const [, given] = new RegExp(`-X ?(${methods})\\b`).exec(line) ?? []
    const hasBody = /\s(?:-d|--data\S*|--json)\s/.test(line) && !/\s-G\s/.test(line)
    return [{ method: given ?? (hasBody ? 'POST' : 'GET'), path }]
  })
}

const templates = Object.values<OperationDefinition>(operations).map(
  ({ method, path }) => ({ method, segments: segmentsOf(path) }),
)

function segmentsOf(path: string): string[] {
  return path
    .replace(/[?#].*$/, '')
    .replace(/^\/v1(?=\/|$)/, '')
    .split('/')
    .filter((segment) => segment !== '')
}

/** Whether there is such a request: `…` stands for whatever comes before. */
function exists({ method, path }: Asked): boolean {
  if (elsewhere.test(path)) return true
  const isPart = path.startsWith('…')
  const segments = segmentsOf(path.replace(/^…/, ''))
  return templates.some((template) => {
    if (template.method !== method) return false
    const whole = template.segments
    const compared = isPart ? whole.slice(-segments.length) : whole
    return (
      compared.length === segments.length &&
      segments.every((segment, at) => fits(segment, compared[at] ?? ''))
    )
  })
}

/** A variable stands for an id; an id may be spelled, too. */
function fits(segment: string, template: string): boolean {
  return template.startsWith('{') || segment === template
}

function missing(page: string): string[] {
  return [...named(page), ...sent(page)]
    .filter((asked) => !exists(asked))
    .map(({ method, path }) => `${method} ${path}`)
}

const fenced = (line: string) => `\`\`\`sh\n${line}\n\`\`\``

describe('requests in the documentation', () => {
  it('are operations of the contract', async () => {
    const documents = await readSources(pages)
    const all = documents.flatMap(({ text }) => [...named(text), ...sent(text)])
    assert.ok(all.length > 80, String(all.length))
    const wrong = documents.flatMap(({ path, text }) =>
      missing(text).map((one) => `${path}: ${one}`),
    )
    assert.deepEqual(wrong, [])
  })

  const accepted = [
    '`GET /v1/user`, `POST /orgs/{id}/saml`, `DELETE /v1/orgs/{id}/saml/{id}`',
    '`POST …/publishing/auth/regenerate`, `GET /sso/{organizationId}`, `POST /~sign-in/out`',
    '```\nGET /v1/gone\n```',
    fenced('curl "$LECTERN_URL/v1/orgs/$ORGANIZATION/sites?limit=1" | jq .items'),
    fenced(`curl -X PATCH \\\n  $LECTERN_URL/v1/spaces/$SPACE -d '{"title": "x"}'`),
    fenced(`curl -G http://localhost:3000/v1/orgs -d limit=1`),
    fenced(`curl http://localhost:3000/v1`),
  ]
  for (const text of accepted) {
    it(`may be ${JSON.stringify(text.slice(0, 50))}`, () => {
      assert.deepEqual(missing(text), [])
    })
  }
  const refused = [
    '`GET /v1/users`',
    '`POST /v1/orgs/{id}/sso`',
    '`POST …/publishing/auth/renew`',
    fenced('curl $LECTERN_URL/v1/orgs/$ORGANIZATION/site'),
    fenced(`curl $LECTERN_URL/v1/user -d '{}'`),
    fenced(`curl -X PUT \\\n  $LECTERN_URL/v1/spaces/$SPACE`),
  ]
  for (const text of refused) {
    it(`would be caught being ${JSON.stringify(text)}`, () => {
      assert.equal(missing(text).length, 1)
    })
  }
})
