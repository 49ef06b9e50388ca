import assert from 'node:assert/strict'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'

import { checkFiles, checkWithPrograms } from './check-deploy.ts'

const root = path.resolve(import.meta.dirname, '..')
const needed = [
  'deploy',
  'server/package.json',
  'contract/package.json',
  'package.json',
].concat(['package-lock.json', '.npmrc', '.nvmrc', '.dockerignore', 'LICENSE', 'NOTICE'])

/** A file, its original text, the replacement, and the problem that must then be reported. */
const defects: readonly (readonly [string, string, string, RegExp])[] = [
  ['deploy/Dockerfile', 'node:24', 'node:22', /builds on node:22/],
  ['deploy/Dockerfile', 'COPY LICENSE NOTICE', 'COPY LICENSE AUTHORS', /copies AUTHORS/],
  ['deploy/Dockerfile', 'ARG VERSION=', 'ARG VERSION=9', /VERSION in Dockerfile is 9/],
  ['.dockerignore', '!NOTICE', '', /copies NOTICE, which .dockerignore leaves out/],
  ['.dockerignore', '!server/templates', '', /reads server\/templates, which/],
  ['deploy/env.example', 'TRUST_PROXY=', 'TRUST_PROXIES=', /sets TRUST_PROXIES/],
  ['deploy/compose.yaml', 'METRICS_HOST:', 'METRIC_HOST:', /sets METRIC_HOST/],
  ['deploy/Caddyfile', 'reverse_proxy api:', 'reverse_proxy apis:', /leads to apis/],
  ['deploy/Caddyfile', '/~tls/allowed', '/~tls', /without asking \/~tls\/allowed/],
  ['deploy/Caddyfile', '{$LECTERN_API_HOST}', '{$API_HOST}', /uses API_HOST/],
  ['deploy/helm/lectern/values.yaml', 'replicas: 2', 'replicas: two', /must be integer/],
  ['deploy/helm/lectern/values.yaml', 'TRUST_PROXY:', 'TRUST:', /additional properties/],
  [
    'deploy/helm/lectern/values.yaml',
    '      /v1,\n',
    '      /~tls,\n',
    /must NOT be valid/,
  ],
  [
    'deploy/helm/lectern/values.yaml',
    'networkPolicy:\n  enabled: true',
    'networkPolicy:\n  enabled: false',
    /switches the network policy off/,
  ],
  [
    'deploy/helm/lectern/templates/networkpolicy.yaml',
    '[Ingress, Egress]',
    '[Ingress]',
    /does not limit where pods may go/,
  ],
  [
    'deploy/helm/lectern/templates/ingress.yaml',
    '- path: {{ . | quote }}',
    '- path: /',
    /leads to every path/,
  ],
  [
    'deploy/helm/lectern/values.schema.json',
    '"AUDIT_DAYS"',
    '"AUDIT"',
    /does not take AUDIT_DAYS/,
  ],
  [
    'deploy/helm/lectern/templates/service.yaml',
    '.Values.service.port',
    '.Values.service.ports',
    /\.Values\.service\.ports/,
  ],
  [
    'deploy/helm/lectern/templates/pdb.yaml',
    '"lectern.labels"',
    '"lectern.label"',
    /include "lectern.label"/,
  ],
  [
    'deploy/helm/lectern/Chart.yaml',
    "appVersion: '",
    "appVersion: '1",
    /appVersion in Chart.yaml/,
  ],
]

describe('the files for deployment', () => {
  let copy = ''
  before(async () => {
    copy = await mkdtemp(path.join(tmpdir(), 'lectern-check-deploy-'))
    for (const name of needed) {
      await cp(path.join(root, name), path.join(copy, name), { recursive: true })
    }
    for (const name of ['contract/src', 'server/src', 'server/migrations']) {
      await cp(path.join(root, name), path.join(copy, name), { recursive: true })
    }
  })
  after(async () => rm(copy, { recursive: true, force: true }))

  it('agree with the settings, the versions and each other', async () => {
    assert.deepEqual(await checkFiles(root), [])
  })

  it('are read without complaint by Docker Compose and Helm, where these are installed', async (t) => {
    const { problems, notRun } = await checkWithPrograms(root)
    for (const line of notRun) t.diagnostic(line)
    assert.deepEqual(problems, [])
  })

  for (const [file, text, instead, complaint] of defects) {
    it(`would be caught when ${file} says "${instead}"`, async () => {
      const target = path.join(copy, file)
      const before_ = await readFile(target, 'utf8')
      assert.ok(before_.includes(text), `${file} does not say ${text}`)
      await writeFile(target, before_.replace(text, instead))
      try {
        const problems = await checkFiles(copy)
        assert.match(problems.join('\n'), complaint)
      } finally {
        await writeFile(target, before_)
      }
    })
  }
})
