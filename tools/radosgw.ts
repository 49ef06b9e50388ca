import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { accessSync, constants } from 'node:fs'
import { chmod, chown, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

import { freePort } from './free-port.ts'

const run = promisify(execFile)
const startMsMax = 120_000
const commandMsMax = 120_000
const stopMsMax = 5_000
const nobody = 65_534
const programs = [
  'ceph',
  'ceph-authtool',
  'ceph-mon',
  'ceph-osd',
  'monmaptool',
  'radosgw',
  'radosgw-admin',
  'setpriv',
]

export interface Radosgw {
  readonly endpoint: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  stop(): Promise<void>
}

interface Cluster {
  readonly folder: string
  readonly fsid: string
  readonly monitor: string
  readonly gatewayPort: number
  readonly children: ChildProcess[]
}

/** The packages to install if radosgw cannot be started; undefined if it can. */
export function radosgwMissing(): string | undefined {
  const missing = programs.filter((program) => !isInstalled(program))
  if (missing.length === 0) return undefined
  return `${missing.join(', ')} not found: apt-get install -y --no-install-recommends radosgw ceph-mon ceph-osd ceph-base`
}

/** Starts a real S3 gateway on loopback, objects in memory: one monitor, one OSD, one gateway. */
export async function startRadosgw(): Promise<Radosgw> {
  const missing = radosgwMissing()
  if (missing !== undefined) throw new Error(missing)
  try {
    return await startCluster()
  } catch {
    // Ports that are free when chosen may be taken when the gateway listens, so it tries once more.
    return startCluster()
  }
}

async function startCluster(): Promise<Radosgw> {
  const monitorPort = await freePort()
  const oldMonitorPort = await freePort()
  const gatewayPort = await freePort()
  const folder = await mkdtemp(join(tmpdir(), 'lectern-radosgw-'))
  const cluster: Cluster = {
    folder,
    fsid: randomUUID(),
    monitor: `[v2:127.0.0.1:${monitorPort},v1:127.0.0.1:${oldMonitorPort}]`,
    gatewayPort,
    children: [],
  }
  const accessKeyId = randomBytes(10).toString('hex').toUpperCase()
  const secretAccessKey = randomBytes(20).toString('hex')
  try {
    await prepareFolder(cluster)
    await startMonitor(cluster)
    await startOsd(cluster)
    await startGateway(cluster)
    await command(
      cluster,
      'radosgw-admin user create --uid=lectern --display-name=lectern',
      `--access-key=${accessKeyId}`,
      `--secret=${secretAccessKey}`,
    )
  } catch (cause) {
    const logs = await readLogs(cluster)
    await stopCluster(cluster)
    throw new Error(`radosgw did not start.\n${logs}`, { cause })
  }
  return {
    endpoint: `http://127.0.0.1:${gatewayPort}`,
    accessKeyId,
    secretAccessKey,
    stop: () => stopCluster(cluster),
  }
}

async function prepareFolder(cluster: Cluster): Promise<void> {
  const { folder } = cluster
  await chmod(folder, 0o700)
  await writeFile(join(folder, 'ceph.conf'), configuration(cluster))
  for (const part of ['run', 'log', 'mon', 'osd', 'gateway']) {
    await mkdir(join(folder, part))
  }
  if (isRoot()) {
    for (const part of ['', 'ceph.conf', 'run', 'log', 'mon', 'osd', 'gateway']) {
      await chown(join(folder, part), nobody, nobody)
    }
  }
  const keyring = join(folder, 'keyring')
  const rights = ['--cap', 'mon', 'allow *', '--cap', 'osd', 'allow *']
  const authtool = 'ceph-authtool --gen-key -n'
  await command(cluster, `${authtool} mon. --create-keyring`, keyring, ...rights)
  for (const name of ['client.admin', 'client.rgw', 'osd.0']) {
    await command(cluster, `${authtool} ${name}`, keyring, ...rights)
  }
}

// cephx, not "none": without authentication the gateway never gets past connecting to the monitor.
function configuration({ folder, fsid, monitor, gatewayPort }: Cluster): string {
  return `[global]
fsid = ${fsid}
mon host = ${monitor}
public addr = 127.0.0.1
auth cluster required = cephx
auth service required = cephx
auth client required = cephx
auth allow insecure global id reclaim = false
keyring = ${folder}/keyring
run dir = ${folder}/run
admin socket =
log file = ${folder}/log/$name.log
mon cluster log file = ${folder}/log/cluster.log
crash dir = ${folder}/log
mon data = ${folder}/mon
mon data avail warn = 1
mon data avail crit = 0
osd data = ${folder}/osd
osd objectstore = memstore
memstore device bytes = 1073741824
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 8
osd pool default pgp num = 8
osd pool default pg autoscale mode = off
osd crush chooseleaf type = 0
mon allow pool size one = true
rgw data = ${folder}/gateway
rgw frontends = beast endpoint=127.0.0.1:${gatewayPort}
rgw thread pool size = 32
rgw dns name = 127.0.0.1
`
}

async function startMonitor(cluster: Cluster): Promise<void> {
  const { folder, fsid, monitor } = cluster
  const map = join(folder, 'monmap')
  await command(cluster, `monmaptool --create --fsid ${fsid} --addv a`, monitor, map)
  await command(cluster, 'ceph-mon --mkfs -i a --monmap', map)
  daemon(cluster, 'ceph-mon -i a -f')
}

async function startOsd(cluster: Cluster): Promise<void> {
  const uuid = randomUUID()
  await command(cluster, `ceph --connect-timeout 30 osd new ${uuid} 0`)
  await command(cluster, `ceph-osd -i 0 --mkfs --osd-uuid ${uuid}`)
  daemon(cluster, 'ceph-osd -i 0 -f')
}

async function startGateway(cluster: Cluster): Promise<void> {
  daemon(cluster, 'radosgw -n client.rgw -f')
  const giveUpAt = Date.now() + startMsMax
  while (!(await answers(cluster.gatewayPort))) {
    const dead = cluster.children.find((child) => child.exitCode !== null)
    if (dead !== undefined) throw new Error(`${dead.spawnargs.join(' ')} ended`)
    if (Date.now() > giveUpAt) throw new Error(`no answer within ${startMsMax} ms`)
    await sleep(100)
  }
}

async function answers(port: number): Promise<boolean> {
  try {
    const reply = await fetch(`http://127.0.0.1:${port}/`)
    await reply.body?.cancel()
    return reply.ok
  } catch {
    return false
  }
}

/** Runs as nobody when started by root, and dies with this process even when that is killed. */
function asOrdinaryUser({ folder }: Cluster, line: string, rest: readonly string[]) {
  const user = isRoot()
    ? [`--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups']
    : []
  const conf = ['--conf', join(folder, 'ceph.conf')]
  return [...user, '--pdeathsig', 'KILL', '--', ...line.split(' '), ...rest, ...conf]
}

/** `line` is split at its spaces; arguments with a space follow separately. */
async function command(cluster: Cluster, line: string, ...rest: string[]): Promise<void> {
  await run('setpriv', asOrdinaryUser(cluster, line, rest), {
    cwd: cluster.folder,
    env: environment(cluster.folder),
    timeout: commandMsMax,
  })
}

function daemon(cluster: Cluster, line: string): void {
  const child = spawn('setpriv', asOrdinaryUser(cluster, line, []), {
    cwd: cluster.folder,
    env: environment(cluster.folder),
    stdio: 'ignore',
  })
  cluster.children.push(child)
}

function environment(folder: string): NodeJS.ProcessEnv {
  return { PATH: process.env['PATH'], HOME: folder, LC_ALL: 'C.UTF-8' }
}

async function stopCluster({ folder, children }: Cluster): Promise<void> {
  await Promise.all(children.toReversed().map(stopChild))
  await rm(folder, { recursive: true, force: true })
}

/** No data is worth saving, so there is no orderly shutdown to wait for. */
async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await Promise.race([ended, sleep(stopMsMax, undefined, { ref: false })])
}

async function readLogs({ folder }: Cluster): Promise<string> {
  const names = ['mon.a.log', 'osd.0.log', 'client.rgw.log']
  const tails = names.map(async (name) => {
    const text = await readFile(join(folder, 'log', name), 'utf8').catch(() => '')
    return `${name}:\n${text.slice(-1500)}`
  })
  return (await Promise.all(tails)).join('\n')
}

function isInstalled(program: string): boolean {
  return (process.env['PATH'] ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK)
      return true
    } catch {
      return false
    }
  })
}

function isRoot(): boolean {
  return process.getuid?.() === 0
}

if (import.meta.main) {
  const starting = startRadosgw()
  let isStopping = false
  const stop = (): void => {
    if (isStopping) return
    isStopping = true
    void starting.then((gateway) => gateway.stop()).finally(() => process.exit())
  }
  process.once('SIGTERM', stop).once('SIGINT', stop)
  process.stdin.once('end', stop).once('close', stop).resume()
  const { endpoint, accessKeyId, secretAccessKey } = await starting
  process.stdout.write(`${JSON.stringify({ endpoint, accessKeyId, secretAccessKey })}\n`)
}
