import { Type } from 'typebox'

import { bounded } from './bounded.ts'
import { id, record } from './common.ts'
import { contentRef } from './content-refs.ts'
import { defineOperations } from './operation.ts'
import { inSpace } from './parameters.ts'

export const templateId = Type.String({
  minLength: 1,
  maxLength: 64,
  description: 'What the template is called.',
  examples: ['blank', 'product-docs', 'api-reference', 'knowledge-base', 'changelog'],
})

export const templateParams = Type.Object({
  contentRefs: Type.Optional(
    bounded(
      record(contentRef, {
        description:
          'What to put in the places of the template, by their names. None of the templates here has such places, so that every name is refused.',
      }),
    ),
  ),
})

export const templateOperations = defineOperations({
  applyTemplateToSpace: {
    method: 'POST',
    path: '/spaces/{spaceId}/content/template',
    tag: 'content',
    summary: 'Add the pages of a template to a space',
    description:
      'Adds the pages of a template behind those that are there, as one revision. Needs the edit role, and a space that is not locked or a change request that is open.',
    caller: 'user',
    reach: 'organization',
    params: inSpace,
    body: Type.Object({
      id: templateId,
      params: Type.Optional(templateParams),
      changeRequestId: Type.Optional(
        id(
          'A change request to add them in, instead of the space itself, by its id or its number.',
        ),
      ),
    }),
    status: 201,
    conditional: true,
    errors: [400, 403, 404, 409],
  },
})
