import type { Context } from '#/platform/http/context.ts'

import type { FoundDiscussion } from './discussion.ts'
import { readTexts, type TextFormat } from './comment-text.ts'
import type { CommentScene } from './comment-view.ts'

/** Makes the scene of an answer: everything that its texts need besides their rows. */
export async function sceneOf(
  context: Pick<Context, 'config' | 'texts' | 'threads'>,
  place: Omit<FoundDiscussion<unknown>, 'first' | 'rows'>,
  { texts, format }: { readonly texts: readonly string[]; readonly format?: TextFormat },
): Promise<CommentScene> {
  const { actor, spaceId, changeRequestId } = place
  const bodyOf = await readTexts(context, place, texts, format)
  return { config: context.config, actor, spaceId, changeRequestId, bodyOf }
}
