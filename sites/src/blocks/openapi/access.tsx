import type {
  ApiOperation,
  ApiSecurity,
  ApiSecurityScheme,
  ApiServer,
} from '@lectern/content/openapi/model.ts'
import { Fragment } from 'react'

import { label } from '#/blocks/bounds.ts'
import { outside } from '#/blocks/links.tsx'
import { Description } from './description.tsx'
import { FoldedSection } from './section.tsx'
import type { ApiView } from './view.ts'

interface OperationProps {
  readonly operation: ApiOperation
  readonly view: ApiView
}

const waysMax = 20

/** The ways to sign in, of which one is enough. */
export function Authentication({ operation: { security }, view }: OperationProps) {
  if (security === undefined) return null
  const ways = security.slice(0, waysMax)
  const { words } = view
  if (ways.every((way) => way.length === 0)) {
    return (
      <p className="api-none">
        <strong>{words.authentication}</strong> {words.noAuthentication}
      </p>
    )
  }
  const gist = ways
    .filter((way) => way.length > 0)
    .map((way) => way.map(({ scheme }) => schemeText(scheme, view)).join(' + '))
    .join(` ${words.or} `)
  return (
    <FoldedSection title={words.authentication} gist={gist} view={view}>
      <ul className="api-fields">
        {ways.map((way, index) => (
          <Fragment key={index}>
            {index > 0 && <li className="api-or">{words.or}</li>}
            <li className="api-field">
              <Way way={way} view={view} />
            </li>
          </Fragment>
        ))}
      </ul>
    </FoldedSection>
  )
}

function Way({ way, view }: { way: ApiSecurity; view: ApiView }) {
  if (way.length === 0) return <p>{view.words.noAuthentication}</p>
  return way.map((needed, index) => <Needed key={index} needed={needed} view={view} />)
}

function Needed({ needed, view }: { needed: ApiSecurity[number]; view: ApiView }) {
  const { scheme, scopes } = needed
  return (
    <>
      <p className="api-field-head">
        <code className="api-name">{label(scheme.id)}</code>{' '}
        <span className="api-type">{schemeText(scheme, view)}</span>
      </p>
      {scheme.name !== undefined && scheme.in !== undefined && (
        <p className="api-facts">
          <code>
            {scheme.in}: {label(scheme.name)}
          </code>
        </p>
      )}
      <Description text={scheme.description} view={view} />
      <Addresses urls={scheme.urls ?? []} />
      {scopes.length > 0 && (
        <p className="api-facts">
          <span>{view.words.scopes}:</span>
          {scopes.slice(0, scopesMax).map((scope, index) => (
            <code key={index}>{label(scope)}</code>
          ))}
        </p>
      )}
    </>
  )
}

const scopesMax = 100

function schemeText(scheme: ApiSecurityScheme, { words }: ApiView): string {
  const detail = label(scheme.detail ?? '')
  const names = {
    apiKey: words.apiKey,
    basic: 'HTTP Basic',
    bearer: 'HTTP Bearer',
    http: 'HTTP',
    oauth2: 'OAuth 2.0',
    openIdConnect: 'OpenID Connect',
    mutualTLS: 'mTLS',
  } as const
  return detail === '' ? names[scheme.type] : `${names[scheme.type]} · ${detail}`
}

function Addresses({ urls }: { urls: NonNullable<ApiSecurityScheme['urls']> }) {
  const shown = urls.flatMap(({ purpose, url }) => {
    const to = outside(url)
    return to === undefined ? [] : [{ purpose: label(purpose), to }]
  })
  if (shown.length === 0) return null
  return (
    <ul className="api-addresses">
      {shown.map(({ purpose, to }, index) => (
        <li key={index}>
          {purpose}: <a href={to.href}>{to.description}</a>
        </li>
      ))}
    </ul>
  )
}

const serversMax = 20

/** The servers, where there is a choice or something to say of one. */
export function Servers({ operation: { servers }, view }: OperationProps) {
  const isPlain = servers.every(
    ({ description, variables }) => description === undefined && variables.length === 0,
  )
  if (servers.length === 0 || (servers.length === 1 && isPlain)) return null
  return (
    <FoldedSection
      title={view.words.servers}
      gist={label(servers.map(({ url }) => url).join(' '))}
      view={view}
    >
      <ul className="api-fields">
        {servers.slice(0, serversMax).map((server, index) => (
          <li key={index} className="api-field">
            <Server server={server} view={view} />
          </li>
        ))}
      </ul>
    </FoldedSection>
  )
}

function Server({ server, view }: { server: ApiServer; view: ApiView }) {
  return (
    <>
      <p className="api-field-head">
        <code className="api-url">{label(server.url)}</code>
      </p>
      <Description text={server.description} view={view} />
      {server.variables.length > 0 && (
        <ul className="api-fields">
          {server.variables.map((variable, index) => (
            <li key={index} className="api-field">
              <p className="api-field-head">
                <code className="api-name">{label(variable.name)}</code>
              </p>
              <Description text={variable.description} view={view} />
              <p className="api-facts">
                <span>
                  {view.words.default}: <code>{label(variable.default)}</code>
                </span>
                {variable.values !== undefined && (
                  <span>
                    {view.words.values}:{' '}
                    {variable.values.slice(0, serversMax).map((value, at) => (
                      <code key={at}>{label(value)}</code>
                    ))}
                  </span>
                )}
              </p>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
