import { type CustomFontFile, customFontFiles } from '#/shell/fonts.ts'
import { byteLru } from '#/serve/cache/byte-lru.ts'
import { singleFlight } from '#/serve/cache/single-flight.ts'
import type { SiteAt } from '#/serve/places/site-at.ts'
import { ApiAwayError } from '#/serve/reads/api.ts'
import { isPublic } from '#/serve/reads/scope.ts'
import type { SnapshotStore } from '#/serve/snapshot/snapshot-store.ts'

export interface CustomFonts {
  /** The bytes of a font that the site uses, or used recently. */
  readonly find: (site: SiteAt, name: string) => Promise<FoundFont | undefined>
  /** Copies the fonts of a site to disk; gives the keys of all that are there. */
  readonly copyToDisk: (site: SiteAt) => Promise<readonly string[]>
}

interface FoundFont {
  readonly body: Buffer
  readonly contentType: string
}

export interface CustomFontsOptions {
  readonly url: string
  readonly rendererSecret: string
  readonly bytesMax: number
  readonly snapshot: SnapshotStore
}

const timeoutMs = 5000

/** Serves the fonts that an organization uploaded from the origin of the site. */
export function createCustomFonts(options: CustomFontsOptions): CustomFonts {
  /** Fonts by site and name: a style sheet in a cache may still ask for an earlier one. */
  const kept = byteLru<FoundFont>(options.bytesMax)
  const fetchOnce = singleFlight<FoundFont | undefined>()

  return {
    async find(site, name) {
      const key = `${site.scope.siteId}/${name}`
      const known = kept.get(key)
      if (known !== undefined) return known
      const file = filesOf(site).find((each) => each.name === name)
      if (file === undefined) return undefined
      const found = await fetchOnce(key, async () => readFont(options, site, file))
      if (found !== undefined) kept.set(key, found, found.body.length)
      return found
    },
    async copyToDisk(site) {
      const files = new Map(filesOf(site).map((file) => [keyOf(file), file]))
      for (const file of files.values()) {
        // A font that cannot be read now is put there when a reader first asks for it.
        await readFont(options, site, file).catch(ignoreAway)
      }
      return [...files.keys()]
    },
  }
}

function ignoreAway(error: unknown): void {
  if (!(error instanceof ApiAwayError)) throw error
}

/** The font from disk if the site is there, else from the api. */
async function readFont(
  options: CustomFontsOptions,
  { scope }: SiteAt,
  file: CustomFontFile,
): Promise<FoundFont | undefined> {
  const { snapshot } = options
  const contentType = `font/${file.format}`
  if (!isPublic(scope)) return fetchFont(options, file)
  const text = await snapshot.get(scope.siteId, keyOf(file))
  if (text !== undefined) return { body: Buffer.from(text, 'base64'), contentType }
  const found = await fetchFont(options, file)
  if (found !== undefined) {
    await snapshot.put(scope.siteId, keyOf(file), found.body.toString('base64'))
  }
  return found
}

/** The key of a font on disk, whose bytes never change. */
function keyOf({ name }: CustomFontFile): string {
  return `font/${name}`
}

function filesOf({ published: { customizations } }: SiteAt): readonly CustomFontFile[] {
  return [customizations.site, ...Object.values(customizations.siteSpaces)].flatMap(
    ({ styling }) => [
      ...customFontFiles(styling.font),
      ...customFontFiles(styling.monospaceFont),
    ],
  )
}

async function fetchFont(
  { url, rendererSecret }: CustomFontsOptions,
  { path, format }: CustomFontFile,
): Promise<FoundFont | undefined> {
  const reply = await fetch(`${url}/~render/fonts/${path}`, {
    headers: { authorization: `Bearer ${rendererSecret}` },
    signal: AbortSignal.timeout(timeoutMs),
  }).catch((error: unknown) => {
    throw new ApiAwayError('The api did not answer for a font', { cause: error })
  })
  if (!reply.ok) await reply.body?.cancel()
  if (reply.status === 404) return undefined
  if (!reply.ok) throw new ApiAwayError(`The api answered ${reply.status} for a font`)
  const body = Buffer.from(await reply.arrayBuffer())
  return { body, contentType: `font/${format}` }
}
