/** Waiting, loading, counting pages, printing. */
export const stepsOfPdf = 4

/** Below the space, so that it is purged with it. */
export function pdfKey({ spaceId, pdfId }: { spaceId: string; pdfId: string }): string {
  return `spaces/${spaceId}/pdf/${pdfId}`
}

/** What the link of a PDF answers until it is made. */
export function viewProgress({
  id,
  status,
  done,
}: {
  readonly id: string
  readonly status: string
  readonly done: number
}) {
  return { object: 'pdf', id, status, progress: { done, total: stepsOfPdf } }
}
