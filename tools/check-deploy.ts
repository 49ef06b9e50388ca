import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, glob, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { settings } from '@lectern/server/platform/config/config.ts'
import type { Setting } from '@lectern/server/platform/config/settings.ts'
import { Ajv } from 'ajv'
import { parse } from 'yaml'

import { settings as siteSettings } from '../sites/src/serve/config/config.ts'

export interface Findings {
  readonly problems: readonly string[]
  /** Checks that could not run on this machine, and why. */
  readonly notRun: readonly string[]
}

const chart = 'deploy/helm/lectern'
/** Variables that the chart sets from its own `ports`. */
const setByChart = new Set(['HOST', 'PORT', 'METRICS_HOST', 'METRICS_PORT'])
/** Variables that compose itself reads. */
const ofCompose = new Set([
  'POSTGRES_PASSWORD',
  'LECTERN_PORT',
  'LECTERN_SITES_PORT',
  'LECTERN_API_HOST',
  'LECTERN_FILES_HOST',
])

const settingNames = new Set(Object.keys(settings))
const siteSettingNames = new Set(Object.keys(siteSettings))
/** Variables that the chart sets for the renderer; the rest of its settings are `sites.config`. */
const setForSites = new Set([
  'LECTERN_ENV',
  'API_URL',
  'FILES_URL',
  'RENDERER_SECRET',
  'SITES_HOST',
  'SITES_PORT',
  'SITES_METRICS_HOST',
  'SITES_METRICS_PORT',
  'SNAPSHOT_PATH',
  'DRAIN_SECONDS',
  'LOG_LEVEL',
])
const secretNames = new Set(
  Object.entries<Setting<unknown>>(settings)
    .filter(([, { secret }]) => secret === true)
    .map(([name]) => name),
)

/** Compares the files below `deploy/` with the server's settings, versions and each other. */
export async function checkFiles(root: string): Promise<readonly string[]> {
  const read = async (file: string) => readFile(path.join(root, file), 'utf8')
  return [
    ...(await versionProblems(read)),
    ...(await dockerfileProblems(root, read)),
    ...(await settingProblems(read)),
    ...(await valuesProblems(read)),
    ...(await templateProblems(root, read)),
    ...(await proxyProblems(read)),
    ...(await exposureProblems(read)),
  ]
}

/** By default the chart limits where pods may go, and its ingress leads to named paths only. */
async function exposureProblems(read: Read): Promise<string[]> {
  const values: unknown = parse(await read(`${chart}/values.yaml`))
  const policy = await read(`${chart}/templates/networkpolicy.yaml`)
  const ingress = await read(`${chart}/templates/ingress.yaml`)
  const [ofApi = ''] = ingress.split('.Values.sites.hosts')
  return [
    ...(stringAt(objectAt(values, 'networkPolicy'), 'enabled') === 'true'
      ? []
      : ['values.yaml switches the network policy off']),
    ...(/policyTypes: \[Ingress, Egress\]/.test(policy) && /^ {2}egress:$/m.test(policy)
      ? []
      : ['networkpolicy.yaml does not limit where pods may go']),
    ...(/- path: \/\n\s+pathType: Prefix/.test(ofApi)
      ? ['ingress.yaml leads to every path of the api']
      : []),
  ]
}

/** Checks the files with the programs that read them, if these are installed. */
export async function checkWithPrograms(root: string): Promise<Findings> {
  const compose = await composeFindings(root)
  const helm = helmFindings(root)
  return {
    problems: [...compose.problems, ...helm.problems],
    notRun: [...compose.notRun, ...helm.notRun],
  }
}

type Read = (file: string) => Promise<string>

async function versionProblems(read: Read): Promise<string[]> {
  const wanted = stringAt(JSON.parse(await read('server/package.json')), 'version')
  const found = {
    'version in Chart.yaml': stringAt(
      parse(await read(`${chart}/Chart.yaml`)),
      'version',
    ),
    'appVersion in Chart.yaml': stringAt(
      parse(await read(`${chart}/Chart.yaml`)),
      'appVersion',
    ),
    'VERSION in Dockerfile': /^ARG VERSION=(.+)$/m.exec(
      await read('deploy/Dockerfile'),
    )?.[1],
    'the image in compose.yaml': /image: lectern:(\S+)/.exec(
      await read('deploy/compose.yaml'),
    )?.[1],
  }
  return Object.entries(found)
    .filter(([, version]) => version !== wanted)
    .map(([place, version]) => `${place} is ${version}, and the server is ${wanted}`)
}

/** Files that the processes need at run time besides the sources. */
const readByServer = ['server/migrations', 'server/templates']

async function dockerfileProblems(root: string, read: Read): Promise<string[]> {
  const text = await read('deploy/Dockerfile')
  const node = (await read('.nvmrc')).trim().replace(/^v/, '')
  const bases = [...text.matchAll(/^FROM (\S+)/gm)].map(([, image = '']) => image)
  const kept = new Set(
    [...(await read('.dockerignore')).matchAll(/^!(\S+)$/gm)].map(
      ([, name = '']) => name,
    ),
  )
  const copied = [...text.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(
    ([, sources = '']) => sources.split(' '),
  )
  const entry = /^ENTRYPOINT \["node", "(.+)"\]$/m.exec(text)?.[1] ?? ''
  return [
    ...bases
      .filter((image) => image !== `node:${node}-bookworm-slim`)
      .map((image) => `Dockerfile builds on ${image}, and .nvmrc says ${node}`),
    ...copied
      .filter((source) => !existsSync(path.join(root, source)))
      .map((source) => `Dockerfile copies ${source}, which does not exist`),
    ...copied
      .filter((source) => ![...kept].some((name) => name.startsWith(source)))
      .map((source) => `Dockerfile copies ${source}, which .dockerignore leaves out`),
    ...readByServer
      .filter((folder) => !kept.has(folder))
      .map((folder) => `The server reads ${folder}, which .dockerignore leaves out`),
    ...(existsSync(path.join(root, entry)) ? [] : [`Dockerfile starts "${entry}"`]),
  ]
}

/** Every variable that is passed to the server is one that the server reads. */
async function settingProblems(read: Read): Promise<string[]> {
  const example = [
    ...(await read('deploy/env.example')).matchAll(/^(?:# )?([A-Z][A-Z0-9_]+)=/gm),
  ]
  const compose: unknown = parse(await read('deploy/compose.yaml'), { merge: true })
  const services = objectAt(compose, 'services')
  const passedTo = (service: string) =>
    Object.keys(objectAt(objectAt(services, service), 'environment'))
  const passed = ['migrate', 'api', 'worker'].flatMap(passedTo)
  const unknownToSites = passedTo('sites')
    .filter((name) => !siteSettingNames.has(name))
    .map((name) => `deploy/compose.yaml sets ${name}, which the renderer does not read`)
  const image = [
    ...(await read('deploy/Dockerfile')).matchAll(/^(?:ENV| {4}) ?([A-Z_]+)=/gm),
  ]
  const named = {
    'deploy/env.example': example.map(([, name = '']) => name),
    'deploy/compose.yaml': passed,
    'deploy/Dockerfile': image.map(([, name = '']) => name),
  }
  const unknown = Object.entries(named).flatMap(([file, variables]) =>
    variables
      .filter((name) => !isRead(name, file))
      .map((name) => `${file} sets ${name}, which the server does not read`),
  )
  return [...unknown, ...unknownToSites]
}

/** The proxy leads to existing services, and asks the api before it gets a certificate. */
async function proxyProblems(read: Read): Promise<string[]> {
  const caddyfile = await read('deploy/Caddyfile')
  const compose: unknown = parse(await read('deploy/compose.yaml'), { merge: true })
  const services = new Set(Object.keys(objectAt(compose, 'services')))
  const upstreams = names(caddyfile, /(?:reverse_proxy|ask) (?:http:\/\/)?([\w-]+):\d+/g)
  const variables = names(caddyfile, /\{\$([A-Z_]+)/g)
  return [
    ...[...upstreams.difference(services)].map(
      (name) => `Caddyfile leads to ${name}, which is no service of compose.yaml`,
    ),
    ...[...variables.difference(ofCompose)].map(
      (name) => `Caddyfile uses ${name}, which compose.yaml does not set`,
    ),
    ...(/ask http:\/\/api:\d+\/~tls\/allowed$/m.test(caddyfile)
      ? []
      : ['Caddyfile gets certificates on demand without asking /~tls/allowed']),
  ]
}

function isRead(name: string, file: string): boolean {
  return (
    settingNames.has(name) ||
    ofCompose.has(name) ||
    name === 'NODE_ENV' ||
    // The renderer uses the same image.
    (file.endsWith('Dockerfile') && siteSettingNames.has(name))
  )
}

async function valuesProblems(read: Read): Promise<string[]> {
  const schema: unknown = JSON.parse(await read(`${chart}/values.schema.json`))
  const validate = new Ajv({
    allErrors: true,
    strict: true,
    allowUnionTypes: true,
  }).compile(objectOf(schema))
  const values: unknown = parse(await read(`${chart}/values.yaml`))
  const properties = objectAt(schema, 'properties')
  const config = schemaNames(objectAt(properties, 'config'))
  const secrets = schemaNames(
    objectAt(objectAt(objectAt(properties, 'secrets'), 'properties'), 'values'),
  )
  const sites = schemaNames(
    objectAt(objectAt(objectAt(properties, 'sites'), 'properties'), 'config'),
  )
  const plain = settingNames.difference(secretNames).difference(setByChart)
  return [
    ...(validate(values)
      ? []
      : (validate.errors ?? []).map(
          ({ instancePath, message }) => `values.yaml${instancePath} ${message}`,
        )),
    ...differences('config', config, plain),
    ...differences('secrets.values', secrets, secretNames),
    ...differences('sites.config', sites, siteSettingNames.difference(setForSites)),
  ]
}

function differences(place: string, found: Set<string>, wanted: Set<string>): string[] {
  return [
    ...[...wanted.difference(found)].map((name) => `${place} does not take ${name}`),
    ...[...found.difference(wanted)].map(
      (name) => `${place} takes ${name}, which does not belong there`,
    ),
  ].map((line) => `values.schema.json: ${line}`)
}

/** Checks templates without rendering them: every name in them must exist. */
async function templateProblems(root: string, read: Read): Promise<string[]> {
  const values: unknown = parse(await read(`${chart}/values.yaml`))
  const texts: string[] = []
  for await (const file of glob(`${chart}/templates/*`, { cwd: root })) {
    texts.push(await read(file))
  }
  const all = texts.join('\n')
  const used = names(all, /\.Values((?:\.\w+)+)/g)
  const defined = names(all, /\{\{-? define "([\w.]+)"/g)
  const included = names(all, /include "([\w.]+)"/g)
  const settled = names(all, /\$(?:config|values)\.([A-Z][A-Z0-9_]+)/g)
  const unused = Object.keys(objectOf(values)).filter(
    (key) => ![...used].some((name) => name === `.${key}` || name.startsWith(`.${key}.`)),
  )
  return [
    ...[...used].filter((name) => !isValue(values, name)).map((name) => `.Values${name}`),
    ...[...included.difference(defined)].map((name) => `include "${name}"`),
    ...[...settled.difference(settingNames)].map((name) => `the setting ${name}`),
  ]
    .map((what) => `templates use ${what}, which does not exist`)
    .concat(
      [...defined.difference(included)].map((name) => `"${name}" is never included`),
    )
    .concat(unused.map((key) => `no template uses .Values.${key}`))
}

function isValue(values: unknown, dotted: string): boolean {
  const steps = dotted.slice(1).split('.')
  const [first, second = ''] = steps
  if (first === 'config' && steps.length === 2) return settingNames.has(second)
  let at: unknown = values
  for (const step of steps) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, step)) return false
    at = Object.entries(at).find(([key]) => key === step)?.[1]
  }
  return true
}

/** Compose itself reads the file, with every profile and the example's settings filled in. */
async function composeFindings(root: string): Promise<Findings> {
  const command = [['docker', 'compose'], ['docker-compose']].find(
    ([program = '', ...words]) => spawnSync(program, [...words, 'version']).status === 0,
  )
  if (command === undefined) {
    return {
      problems: [],
      notRun: ['compose.yaml was not read by Docker Compose: it is not installed'],
    }
  }
  const folder = await mkdtemp(path.join(tmpdir(), 'lectern-deploy-'))
  try {
    await cp(path.join(root, 'deploy/compose.yaml'), path.join(folder, 'compose.yaml'))
    const example = await readFile(path.join(root, 'deploy/env.example'), 'utf8')
    await writeFile(
      path.join(folder, '.env'),
      example.replaceAll(/^([A-Z_0-9]+)=$/gm, '$1=x'),
    )
    const [program = '', ...words] = command
    const profiles = ['redis', 's3', 'tls'].flatMap((name) => ['--profile', name])
    const options = [...profiles, 'config', '--quiet']
    return run(program, [...words, '-f', 'compose.yaml', ...options], folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function helmFindings(root: string): Findings {
  if (spawnSync('helm', ['version']).status !== 0) {
    return { problems: [], notRun: ['the chart was not rendered: helm is not installed'] }
  }
  const given = [
    'config.PUBLIC_URL=https://x.example',
    'config.FILES_URL=https://y.example/~files',
    'secrets.existingSecret=x',
  ]
  const choices = [
    [...given, 'config.STORAGE=s3'],
    [...given, 'persistence.enabled=true', 'api.autoscaling.enabled=true'].concat([
      'ingress.enabled=true',
      'ingress.hosts={x.example}',
      'networkPolicy.enabled=true',
      'metrics.serviceMonitor.enabled=true',
    ]),
  ]
  const found = choices.map((choice) =>
    run(
      'helm',
      ['template', 'x', chart, ...choice.flatMap((set) => ['--set', set])],
      root,
    ),
  )
  return { problems: found.flatMap(({ problems }) => problems), notRun: [] }
}

function run(program: string, args: readonly string[], cwd: string): Findings {
  const { status, stderr } = spawnSync(program, args, { cwd, encoding: 'utf8' })
  const line = `${[program, ...args].join(' ')} failed: ${stderr.trim()}`
  return { problems: status === 0 ? [] : [line], notRun: [] }
}

function names(text: string, pattern: RegExp): Set<string> {
  return new Set([...text.matchAll(pattern)].map(([, name = '']) => name))
}

function schemaNames(schema: object): Set<string> {
  return new Set(Object.keys(objectAt(schema, 'properties')))
}

function objectOf(value: unknown): object {
  if (typeof value !== 'object' || value === null) throw new Error('An object is missing')
  return value
}

function objectAt(value: unknown, key: string): object {
  const found = Object.entries(objectOf(value)).find(([name]) => name === key)
  if (found === undefined) throw new Error(`"${key}" is missing`)
  return objectOf(found[1])
}

function stringAt(value: unknown, key: string): string {
  return String(Object.entries(objectOf(value)).find(([name]) => name === key)?.[1])
}

if (import.meta.main) {
  const root = path.resolve(import.meta.dirname, '..')
  const { problems: refused, notRun } = await checkWithPrograms(root)
  const problems = [...(await checkFiles(root)), ...refused]
  for (const line of problems) process.stdout.write(`${line}\n`)
  for (const line of notRun) process.stdout.write(`not run: ${line}\n`)
  process.stdout.write(`${problems.length} problems in deploy/\n`)
  process.exitCode = problems.length === 0 ? 0 : 1
}
