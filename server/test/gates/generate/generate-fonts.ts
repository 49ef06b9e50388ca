import { realFont } from '#test/files/test-fonts.ts'

import { call, type Making, type Things } from './generate-call.ts'
import { targetOf } from './generate-schema.ts'

/** A font that stays and one that goes again, and an upload for one more. */
export async function makeFonts(
  making: Making,
): Promise<{ things: Things; deleted: Things }> {
  const font = await makeFont(making)
  const gone = await makeFont(making)
  await call(making, targetOf('deleteCustomFont'), { fontId: gone })
  return {
    things: { font, fontUpload: await uploadFont(making) },
    deleted: { font: gone },
  }
}

async function makeFont(making: Making): Promise<string> {
  const fontFaces = [{ weight: 400, storageKey: await uploadFont(making) }]
  const body = { fontFamily: `Font ${making.canary}`, fontFaces }
  return textAt(await call(making, targetOf('createCustomFont'), {}, body), 'id')
}

async function uploadFont(making: Making): Promise<string> {
  const bytes = await realFont()
  const type = 'font/woff2'
  const file = { name: `${making.canary}.woff2`, type, size: bytes.length }
  const body = { file, kind: 'customization_font' }
  const reply = await call(making, targetOf('generateStorageUploadURL'), {}, body)
  const key = textAt(reply, 'key')
  await making.storage.put(key, bytes, { contentType: type, sizeBytes: bytes.length })
  return key
}

function textAt({ body }: { readonly body: unknown }, name: string): string {
  return String(Object(body)[name])
}
