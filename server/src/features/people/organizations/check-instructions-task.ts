import { validateDocument } from '@lectern/content/document/validate.ts'

export interface Problem {
  readonly path: string
  readonly message: string
}

/** The first problem of a document from a request. */
export function findProblem(tree: unknown): Problem | undefined {
  const checked = validateDocument(tree)
  return 'problem' in checked ? checked.problem : undefined
}
