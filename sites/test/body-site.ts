import { createServer, type Server } from 'node:http'
import path from 'node:path'

import { build, type OutputFile } from 'esbuild'

import { videoOrigins } from '#/blocks/videos.ts'
import { renderBody } from '#/blocks/render-body.tsx'
import type { BodyView } from '#/model.ts'

const source = path.resolve(import.meta.dirname, '../src')

/** As strict as what is served: nothing inline, nothing from elsewhere. */
const policy = `default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; font-src 'self'; frame-src ${videoOrigins.join(' ')}`

/** Pages with a body, its styles and its elements, and nothing of the rest of a site. */
export interface BodySite {
  readonly url: string
  readonly styles: string
  readonly script: string
  readonly close: () => Promise<void>
}

/** `/light/<name>` and `/dark/<name>`, a page for each view. */
export async function startBodySite(
  views: Readonly<Record<string, BodyView>>,
): Promise<BodySite> {
  const [styleFiles, scriptFiles] = await Promise.all([bundleStyles(), bundleScript()])
  const styles = textOf(styleFiles, '.css')
  const script = textOf(scriptFiles, '.js')
  const bodies = new Map<string, { view: BodyView; markup: string }>()
  for (const [name, view] of Object.entries(views)) {
    bodies.set(name, { view, markup: await renderBody(view) })
  }
  const server = createServer((request, reply) => {
    const [, first = '', second = ''] = new URL(
      request.url ?? '/',
      'http://x',
    ).pathname.split('/')
    const body = bodies.get(second)
    const font = styleFiles.find((file) => path.basename(file.path) === first)
    reply.setHeader('content-security-policy', policy)
    if (font !== undefined) {
      reply.setHeader('content-type', 'font/woff2')
      reply.end(font.contents)
      return
    }
    const answers: Record<string, readonly [string, string]> = {
      'page.css': ['text/css', styles],
      'page.js': ['text/javascript', script],
      files: ['image/svg+xml', picture(second)],
    }
    const [type, content] =
      body === undefined
        ? (answers[first] ?? ['text/plain', ''])
        : ['text/html', document(body.view, body.markup, first)]
    reply.setHeader('content-type', `${type}; charset=utf-8`)
    reply.end(content)
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return { url: urlOf(server), styles, script, close: async () => close(server) }
}

async function bundleStyles(): Promise<OutputFile[]> {
  return bundle(
    "@import './theme.css'; @import './base.css'; @import './blocks/index.css';",
    'css',
    'styles',
  )
}

async function bundleScript(): Promise<OutputFile[]> {
  const entry = "import { defineBlocks } from './blocks/define-blocks.ts'; defineBlocks()"
  return bundle(entry, 'ts', 'client')
}

async function bundle(
  contents: string,
  loader: 'css' | 'ts',
  folder: string,
): Promise<OutputFile[]> {
  const { outputFiles } = await build({
    stdin: { contents, loader, resolveDir: path.join(source, folder) },
    bundle: true,
    minify: true,
    write: false,
    outdir: '/',
    loader: { '.woff2': 'file' },
    format: 'esm',
    target: loader === 'css' ? ['chrome123'] : ['es2023'],
  })
  return outputFiles
}

function textOf(files: readonly OutputFile[], extension: string): string {
  return files.find((file) => file.path.endsWith(extension))?.text ?? ''
}

function document({ context, title }: BodyView, markup: string, theme: string): string {
  return `<!doctype html><html lang="${context.language}" dir="${context.direction}" data-theme="${theme}">
<head><meta charset="utf-8"><title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="/page.css"><script type="module" src="/page.js"></script></head>
<body><main><article class="article">${markup}</article></main></body></html>`
}

/** A calm landscape, another for each name; a tall one where the name says so. */
function picture(name: string): string {
  const hue = (name.length * 67 + name.charCodeAt(0)) % 360
  const height = name.startsWith('tall') ? 4800 : 675
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 ${height}" width="1200" height="${height}">
<rect width="1200" height="675" fill="hsl(${hue} 60% 88%)"/>
<circle cx="900" cy="200" r="90" fill="hsl(${hue + 40} 80% 75%)"/>
<path d="M0 675V480l300-180 260 160 220-120 420 200v135Z" fill="hsl(${hue} 45% 60%)"/>
<path d="M0 675V560l420-130 380 150 400-90v185Z" fill="hsl(${hue} 45% 45%)"/></svg>`
}

function urlOf(server: Server): string {
  const address = server.address()
  if (typeof address !== 'object' || address === null) {
    throw new Error('The server has no port.')
  }
  return `http://127.0.0.1:${address.port}`
}

async function close(server: Server): Promise<void> {
  server.closeAllConnections()
  await new Promise<void>((resolve) => {
    server.close(() => resolve())
  })
}
