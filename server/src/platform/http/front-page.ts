import type { FastifyInstance } from 'fastify'

import { html } from '#/platform/html/html.ts'
import { page, sendPage } from '#/platform/html/page.ts'
import type { Services } from '#/platform/services.ts'

import { isForPerson } from './for-person.ts'
import { unknownRoute } from './wire-rules.ts'

/** Serves `/` to people: what answers here, and where to go on. Programs get no such route. */
export function addFrontPage(server: FastifyInstance, { config }: Services): void {
  const front = page('The API of Lectern', viewFront(config.DOCS_URL))
  server.get('/', async (request, reply) => {
    if (!isForPerson(request)) throw unknownRoute(request)
    return sendPage(reply, 200, front)
  })
}

function viewFront(docsUrl: string | undefined) {
  const docs =
    docsUrl === undefined
      ? html`<p>
          The documentation is in the folder <code>docs</code> of the repository. There,
          <code>npm run dev</code> shows it as a demo site.
        </p>`
      : html`<p>
          The documentation is at <a href="${docsUrl}">${docsUrl}</a>, published by
          Lectern.
        </p>`
  return html`<p>
      Lectern keeps documentation as Markdown, lets people propose and review changes to
      it, and publishes it as sites. This server answers programs: the command line,
      pipelines and the renderer of sites.
    </p>
    <p>
      Every operation is in the <a href="/reference">reference</a>, and for programs in
      <a href="/v1/openapi.json">openapi.json</a>.
    </p>
    ${docs}`
}
