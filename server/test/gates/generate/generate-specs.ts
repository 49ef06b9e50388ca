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
  const overlayName = await makeOverlay(making, specSlug, 'stays')
  const deletedOverlay = await makeOverlay(making, specSlug, 'goes')
  const named = { specSlug, overlayName: deletedOverlay }
  await call(making, targetOf('deleteOpenAPISpecOverlay'), named)
  return {
    things: { specSlug, version, overlayName },
    deleted: { specSlug: gone, overlayName: deletedOverlay },
  }
}

async function makeOverlay(
  making: Making,
  specSlug: string,
  name: string,
): Promise<string> {
  const overlayName = slugOf(making, name)
  const info = { title: making.canary, version: '1' }
  const actions = [{ target: '$.info', update: { description: making.canary } }]
  const text = JSON.stringify({ overlay: '1.0.0', info, actions })
  const put = targetOf('putOpenAPISpecOverlay')
  await call(making, put, { specSlug, overlayName }, { text })
  return overlayName
}

async function makeSpec(
  making: Making,
  name: string,
): Promise<{ slug: string; version: string }> {
  const slug = slugOf(making, name)
  const info = { title: making.canary, version: '1' }
  // What the contract has for an example can be sent, though nobody is there to answer.
  const servers = [{ url: 'https://api.example.com' }]
  const responses = { 200: { description: making.canary } }
  const paths = { '/pets': { get: { summary: making.canary, responses } } }
  const text = JSON.stringify({ openapi: '3.1.0', info, servers, paths })
  const body = { slug, source: { text } }
  const made = await call(making, targetOf('createOpenAPISpec'), {}, body)
  const { organizationId } = making
  await making.readSpec({ organizationId, specId: idIn(made) })
  const latest = targetOf('getLatestOpenAPISpecVersion')
  return { slug, version: idIn(await call(making, latest, { specSlug: slug })) }
}

/** A name that only this place has. */
function slugOf({ canary }: Making, name: string): string {
  return `${name}${canary.replaceAll(/[^a-zA-Z0-9]/g, '').slice(0, 50)}`
}

function idIn({ text }: WireReply): string {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- an object of the API
  return (JSON.parse(text) as { id: string }).id
}
