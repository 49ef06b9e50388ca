import { call, type Making, type Things } from './generate-call.ts'
import { targetOf } from './generate-schema.ts'
import type { WireReply } from './generate-wire.ts'

/** An OpenAPI specification that stays and one that goes again. */
export async function makeSpecs(
  making: Making,
): Promise<{ things: Things; deleted: Things }> {
  const { slug: specSlug, version } = await makeSpec(making, 'stays')
  const { slug: gone } = await makeSpec(making, 'goes')
  await call(making, targetOf('deleteOpenAPISpecBySlug'), { specSlug: gone })
  return { things: { specSlug, version }, deleted: { specSlug: gone } }
}

async function makeSpec(
  making: Making,
  name: string,
): Promise<{ slug: string; version: string }> {
  const slug = `${name}${making.canary.replaceAll(/[^a-zA-Z0-9]/g, '').slice(0, 50)}`
  const info = { title: making.canary, version: '1' }
  const text = JSON.stringify({ openapi: '3.1.0', info, paths: {} })
  const body = { slug, source: { text } }
  const made = await call(making, targetOf('createOpenAPISpec'), {}, body)
  const { organizationId } = making
  await making.readSpec({ organizationId, specId: idIn(made) })
  const latest = targetOf('getLatestOpenAPISpecVersion')
  return { slug, version: idIn(await call(making, latest, { specSlug: slug })) }
}

function idIn({ text }: WireReply): string {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- an object of the API
  return (JSON.parse(text) as { id: string }).id
}
