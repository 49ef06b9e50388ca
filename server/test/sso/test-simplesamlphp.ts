import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { freePort } from '../../../tools/free-port.ts'
import type { TestIdentity } from './test-certificates.ts'

const program = '/usr/share/simplesamlphp/www'
const readyWithinMs = 30_000
/** The password of everybody there. */
export const phpPassword = 'plain words of no use'
/** Why tests that sign in with it are left out here; never in CI. */
export const simpleSamlPhpIsMissing =
  !existsSync(program) && process.env['CI'] !== 'true' && 'no SimpleSAMLphp here'

/** Somebody whom the provider knows. */
export interface PhpPerson {
  readonly name: string
  readonly attributes: Readonly<Record<string, readonly string[]>>
}

/** A service that the provider answers, with what it is told about it. */
export interface PhpService {
  readonly entityID: string
  readonly acsURL: string
  readonly options: Readonly<Record<string, unknown>>
}

export interface SimpleSamlPhp {
  readonly entityId: string
  readonly ssoURL: string
  readonly identity: TestIdentity
  readonly serve: (services: readonly PhpService[]) => Promise<void>
  /** What the provider answers to a request, once somebody gave it their password; as XML. */
  readonly answer: (ssoURL: string, name: string) => Promise<string>
  readonly stop: () => Promise<void>
}

/** SimpleSAMLphp as Debian ships it, in a process of its own, with all that it keeps in a temporary folder. */
export async function startSimpleSamlPhp(
  identity: TestIdentity,
  people: readonly PhpPerson[],
): Promise<SimpleSamlPhp> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const entityId = `${url}/saml2/idp/metadata.php`
  const folder = await mkdtemp(path.join(tmpdir(), 'lectern-simplesamlphp-'))
  const put = async (name: string, variable: string, value: unknown) =>
    writeFile(path.join(folder, name), phpOf(variable, value))
  for (const inner of ['metadata', 'kept']) await mkdir(path.join(folder, inner))
  await writeFile(path.join(folder, 'idp.pem'), identity.privateKey)
  await writeFile(path.join(folder, 'idp.crt'), identity.certificate)
  await put('config.php', 'config', settingsAt(url, folder))
  await put('authsources.php', 'config', sourcesOf(people))
  await put('metadata/saml20-idp-hosted.php', 'metadata', {
    [entityId]: {
      host: '__DEFAULT__',
      privatekey: 'idp.pem',
      certificate: 'idp.crt',
      auth: 'people',
    },
  })
  const child = spawn(
    'php',
    ['-d', 'display_errors=0', '-S', `127.0.0.1:${port}`, '-t', program],
    {
      env: { ...process.env, SIMPLESAMLPHP_CONFIG_DIR: folder },
      stdio: 'ignore',
    },
  )
  await once(child, 'spawn')
  const gone = once(child, 'exit')
  // Whatever fails, it does not outlive the test, nor keep it from ending.
  const end = () => child.kill('SIGTERM')
  process.once('exit', end)
  child.unref()
  await untilAnswered(child, url)
  return {
    entityId,
    ssoURL: `${url}/saml2/idp/SSOService.php`,
    identity,
    serve: async (services) =>
      put('metadata/saml20-sp-remote.php', 'metadata', metadataOf(services)),
    answer: answerOf,
    async stop() {
      child.ref()
      process.off('exit', end)
      end()
      await gone
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function settingsAt(url: string, folder: string): object {
  return {
    baseurlpath: `${url}/`,
    certdir: folder,
    loggingdir: folder,
    datadir: folder,
    tempdir: path.join(folder, 'kept'),
    metadatadir: path.join(folder, 'metadata'),
    'metadata.sources': [{ type: 'flatfile', directory: path.join(folder, 'metadata') }],
    secretsalt: 'a salt of no use',
    'auth.adminpassword': phpPassword,
    'logging.handler': 'file',
    'enable.saml20-idp': true,
    'module.enable': { exampleauth: true, core: true, saml: true },
    'store.type': 'phpsession',
    'session.cookie.secure': false,
    'session.cookie.samesite': null,
    'session.phpsession.savepath': path.join(folder, 'kept'),
    'language.cookie.secure': false,
    'language.cookie.samesite': null,
  }
}

function sourcesOf(people: readonly PhpPerson[]): object {
  const known = people.map(({ name, attributes }) => [
    `${name}:${phpPassword}`,
    attributes,
  ])
  return { people: { 0: 'exampleauth:UserPass', ...Object.fromEntries(known) } }
}

function metadataOf(services: readonly PhpService[]): object {
  return Object.fromEntries(
    services.map(({ entityID, acsURL, options }) => [
      entityID,
      { AssertionConsumerService: acsURL, ...options },
    ]),
  )
}

/** A file of settings: what JSON can say, PHP can read. */
function phpOf(variable: string, value: unknown): string {
  const encoded = Buffer.from(JSON.stringify(value)).toString('base64')
  return `<?php $${variable} = json_decode(base64_decode('${encoded}'), true);\n`
}

async function untilAnswered(child: ChildProcess, url: string): Promise<void> {
  const deadline = Date.now() + readyWithinMs
  while (Date.now() < deadline) {
    if (child.exitCode !== null) {
      throw new Error(`php ended before it was ready: is SimpleSAMLphp at ${program}?`)
    }
    const reply = await fetch(`${url}/saml2/idp/metadata.php`).catch(() => undefined)
    if (reply !== undefined) return
    await sleep(20)
  }
  throw new Error('SimpleSAMLphp was not ready in time')
}

/** Goes through the pages of the provider as a browser does, to the form that leads back. */
async function answerOf(ssoURL: string, name: string): Promise<string> {
  const cookies = new Map<string, string>()
  const login = await follow(ssoURL, cookies)
  const form = await login.text()
  const AuthState = fieldIn(form, 'AuthState')
  const body = new URLSearchParams({ AuthState, username: name, password: phpPassword })
  const answered = await follow(login.url, cookies, body)
  const page = await answered.text()
  return Buffer.from(fieldIn(page, 'SAMLResponse'), 'base64').toString()
}

async function follow(
  url: string,
  cookies: Map<string, string>,
  body?: URLSearchParams,
): Promise<Response> {
  const cookie = [...cookies].map((pair) => pair.join('=')).join('; ')
  const reply = await fetch(url, {
    ...(body !== undefined && { method: 'POST', body }),
    headers: { cookie },
    redirect: 'manual',
  })
  for (const line of reply.headers.getSetCookie()) {
    const [, key = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
    cookies.set(key, value)
  }
  const to = reply.headers.get('location')
  if (to === null) return reply
  await reply.body?.cancel()
  return follow(new URL(to, url).href, cookies)
}

function fieldIn(page: string, name: string): string {
  const tag = new RegExp(`<input[^>]*\\bname="${name}"[^>]*>`).exec(page)?.[0]
  if (tag === undefined) throw new Error(`SimpleSAMLphp has no field ${name}: ${page}`)
  const value = /\bvalue="([^"]*)"/.exec(tag)?.[1] ?? ''
  return value.replaceAll('&quot;', '"').replaceAll('&amp;', '&')
}
