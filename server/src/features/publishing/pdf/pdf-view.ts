/** The number of steps of a PDF: waiting, loading, counting pages, printing. */
export const stepsOfPdf = 4

/** The storage key of a PDF, below that of the space, so that purging the space purges the PDF. */
export function pdfKey({ spaceId, pdfId }: { spaceId: string; pdfId: string }): string {
  return `spaces/${spaceId}/pdf/${pdfId}`
}

/** The answer to a request for a PDF that is not made yet. */
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
