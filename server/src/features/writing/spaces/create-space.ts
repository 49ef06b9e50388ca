import { mainBranch } from '#/content-store/branches/public.ts'
import { createNode, openParent } from '#/content-store/nodes/public.ts'
import { beginContent } from '#/content-store/write/public.ts'
import {
  type Group,
  groupSourceOf,
  loadGroups,
  type MadeBody,
  readPlanned,
  sourceProblem,
  writeGroup,
} from '#/features/writing/computed-pages/public.ts'
import { indexSpaceSoon } from '#/features/writing/search/public.ts'
import {
  loadTemplate,
  refuseUnknownPlaces,
  type Template,
  writeTemplate,
} from '#/features/writing/templates/public.ts'
import type { Transaction } from '#/platform/database/transaction.ts'
import { written } from '#/platform/database/written.ts'
import { notFound } from '#/platform/errors/api-error.ts'
import { change, type Context } from '#/platform/http/context.ts'
import { operation, type Request } from '#/platform/http/operation.ts'
import { Created } from '#/platform/http/outcome.ts'
import { newId } from '#/platform/ids/new-id.ts'

import { spaceContentUpdated } from './space-content-events.ts'
import { invalidField } from './space-errors.ts'
import { spaceCreated } from './space-events.ts'
import { insertSpace, insertSpaceCounter } from './space-queries.ts'
import { readSpace } from './space-resolve.ts'
import { spaceUrl, viewSpace } from './space-view.ts'

export const createSpace = operation(
  'createSpace',
  async ({ params: { organizationId }, body = {} }, context) => {
    refuseSeveralBeginnings(body)
    const template = await templateOf(context, body)
    const computed = await computedOf(context, organizationId, body)
    return change(context, async (tx) => {
      const { title = 'Untitled', parent = null, emoji, language, editMode } = body
      const place = await openParent(tx, context, { organizationId, parentId: parent })
      const beginning = usableBeginning({ template, computed }, body)

      const spaceId = newId()
      const createdBy = context.caller.userId
      const node = { organizationId, id: spaceId, kind: 'space' as const, title, place }
      const of = { organizationId, nodeId: spaceId }
      const settings = {
        emoji: emoji ?? null,
        language: language ?? null,
        editMode: editMode ?? 'live',
      }
      const created = [
        createNode(tx, { ...node, createdBy }),
        tx.run(insertSpace, { ...of, ...settings }),
        tx.run(insertSpaceCounter, of),
      ]
      const space = { organizationId, spaceId }
      const empty = body.empty === true || beginning !== undefined
      const begun = Promise.all([
        beginContent(tx, { ...space, createdBy, empty }),
        ...created,
      ])
      spaceCreated(tx, context, { ...space, title, parent })
      indexSpaceSoon(tx, space)
      if (beginning !== undefined) {
        const [head] = await begun
        const at = { branch: mainBranch(organizationId, spaceId), head }
        const revision = await fill(tx, context, at, beginning)
        spaceContentUpdated(tx, context, { ...space, ...revision })
      }
      const [found] = await Promise.all([readSpace(tx, context, space), begun])

      return new Created(
        viewSpace(written(found), context),
        spaceUrl(spaceId, context.config),
      )
    })
  },
)

type Body = NonNullable<Request<'createSpace'>['body']>

function refuseSeveralBeginnings({ template, computedSource, empty }: Body): void {
  const problem = computedSource && sourceProblem(computedSource)
  if (problem !== undefined) throw invalidField('computedSource', problem)
  if (computedSource !== undefined && (template ?? empty) !== undefined) {
    const other = template === undefined ? 'empty' : 'template'
    throw invalidField(other, 'cannot be set together with body.computedSource; send one')
  }
  if (template !== undefined && empty !== undefined) {
    throw invalidField('empty', 'cannot be set together with body.template; send one')
  }
}

/**
 * The template of a new space; undefined for none or a blank one. An unknown one is refused after a
 * missing permission.
 */
async function templateOf(
  context: Context,
  { template }: Body,
): Promise<Template | 'unknown' | undefined> {
  if (template === undefined || template.id === 'blank') return undefined
  return (await loadTemplate(context, context.caller, template.id)) ?? 'unknown'
}

/** What a space begins with besides its first revision. */
type Beginning = { readonly template: Template } | { readonly source: Computed }

/** What the body asks for, once it is known that the caller may; undefined for nothing. */
function usableBeginning(
  {
    template,
    computed,
  }: {
    readonly template: Template | 'unknown' | undefined
    readonly computed: Computed | 'unknown' | undefined
  },
  body: Body,
): Beginning | undefined {
  if (template === 'unknown') throw notFound('template', body.template?.id ?? '')
  if (body.template !== undefined) refuseUnknownPlaces(body.template, 'body.template')
  if (computed !== undefined) return { source: usable(computed, body) }
  return template && { template }
}

/** Writes what the space begins with, after its first revision. */
async function fill(
  tx: Transaction,
  context: Context,
  at: Pick<Parameters<typeof writeGroup>[2], 'branch' | 'head'>,
  // oxlint-disable-next-line max-params -- a transaction, who asks, where, and what
  beginning: Beginning,
) {
  return 'source' in beginning
    ? writeGroup(tx, context, { ...at, ...beginning.source })
    : writeTemplate(tx, context, { ...at, ...beginning })
}

interface Computed {
  readonly group: Group
  readonly bodies: ReadonlyMap<string, MadeBody>
}

/**
 * The pages that the content is computed from; undefined for none. A specification that is not known
 * is refused after a missing permission.
 */
async function computedOf(
  context: Context,
  organizationId: string,
  { computedSource }: Body,
): Promise<Computed | 'unknown' | undefined> {
  const source = computedSource && groupSourceOf(computedSource)
  if (source === undefined) return undefined
  const [group] = await loadGroups(context, { organizationId }, [source])
  if (group === undefined) return 'unknown'
  const bodies = await readPlanned(context.threads, { organizationId }, group.pages)
  return { group, bodies }
}

/** The pages of a specification that is here and not too large. */
function usable(computed: Computed | 'unknown', { computedSource }: Body): Computed {
  if (computed === 'unknown') {
    const { spec = '' } = (computedSource && groupSourceOf(computedSource)) ?? {}
    throw notFound('OpenAPI specification', spec)
  }
  const { more, pages } = computed.group
  if (more === 0) return computed
  const said = `names a specification with over ${pages.length} pages; give it fewer tags`
  throw invalidField('computedSource', said)
}
