import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { describe, it } from 'node:test'
import { promisify } from 'node:util'

const execute = promisify(execFile)

describe('loading of the OpenTelemetry packages', () => {
  it('loads none of them while tracing is not configured', async () => {
    assert.deepEqual(await packagesLoadedBy('undefined'), [])
  })

  it('loads the SDK and the exporter once it is, which shows that the watch sees them', async () => {
    const loaded = await packagesLoadedBy(
      `{ endpoint: 'http://127.0.0.1:1', serviceName: 'lectern' }`,
    )
    assert.ok(loaded.includes('sdk-trace-node'))
    assert.ok(loaded.includes('exporter-trace-otlp-http'))
  })
})

/** Starts a process in which every resolved module is watched, imports and requires alike. */
async function packagesLoadedBy(config: string): Promise<string[]> {
  const script = `
    import { registerHooks } from 'node:module'
    const packages = new Set()
    registerHooks({
      resolve(specifier, context, next) {
        const resolved = next(specifier, context)
        const name = /\\/@opentelemetry\\/([^/]+)\\//.exec(resolved.url)?.[1]
        if (name !== undefined) packages.add(name)
        return resolved
      },
    })
    const { openTracing } = await import(${JSON.stringify(import.meta.resolve('./tracing.ts'))})
    const tracing = await openTracing(${config})
    await tracing.span('request', {}, undefined, async () => {})
    process.stdout.write(JSON.stringify([...packages]))
    process.exit(0)
  `
  const { stdout } = await execute(process.execPath, [
    '--input-type=module',
    '-e',
    script,
  ])
  const packages: unknown = JSON.parse(stdout)
  assert.ok(Array.isArray(packages))
  return packages.map(String)
}
