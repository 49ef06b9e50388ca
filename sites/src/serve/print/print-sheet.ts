import { digestOf } from '#/serve/cache/digest.ts'

/**
 * The styles of a print beyond those of pages. The worker adds the header with the title of the
 * space and the footer with that of the organization; a cover has neither.
 */
export const printSheet = `
@page { size: A4; margin: 22mm 18mm }
@page cover { margin: 0 }
.print { background: none; font-family: var(--font-body) }
.print-cover {
  page: cover;
  box-sizing: border-box;
  block-size: 290mm;
  padding: 25mm;
  display: flex;
  flex-direction: column;
  justify-content: center;
  overflow: hidden;
  overflow-wrap: anywhere;
}
.print-cover p { margin: 0 0 6mm }
.print-organization { color: var(--color-muted); font-size: 14pt }
.print-title { font-size: 32pt; font-weight: 700; line-height: 1.15 }
.print-subject { font-size: 16pt }
.print-cover time { color: var(--color-muted) }
.print-contents, .print-page { break-before: page }
.print-contents h1 { margin: 0 0 8mm; font-size: 22pt }
.print-contents ol { margin: 0; padding: 0; list-style: none; font-size: 10.5pt }
.print-contents li { display: flex; align-items: flex-end; padding-block: 0.25em; break-inside: avoid }
.print-contents li[data-depth='1'] { padding-inline-start: 1.5em }
.print-contents li[data-depth='2'] { padding-inline-start: 3em }
.print-contents li[data-depth='3'] { padding-inline-start: 4.5em }
.print-contents li[data-depth='4'] { padding-inline-start: 6em }
.print-contents li[data-depth='5'] { padding-inline-start: 7.5em }
.print-contents a { flex: 1; display: flex; gap: 0.5em; color: inherit; text-decoration: none; overflow-wrap: anywhere }
.print-contents a::after {
  content: '';
  flex: 1;
  min-inline-size: 1em;
  margin-block-end: 0.35em;
  border-block-end: 1px dotted var(--color-muted);
  align-self: flex-end;
}
.print .body-head :is(h1, h2, h3, h4, h5, h6), .print-group > * { margin: 0; font-size: 22pt; font-weight: 700; line-height: 1.2; color: inherit }
.print-group { padding-block-end: 8mm; break-after: avoid }
.print-group + .print-page { break-before: avoid }
.print .body { --measure: none }
.print :is(img, svg, video) { max-inline-size: 100% }
.print img { max-block-size: 230mm; object-fit: contain }
.print pre { break-inside: auto }
.print .code .line { break-inside: avoid }
.print table { break-inside: auto }
/* Numbers of pages are known to the worker alone. */
.print-by-reader .print-contents a::after { content: none }
.print-strip {
  display: flex;
  flex-wrap: wrap;
  gap: 0.5rem 1.5rem;
  justify-content: space-between;
  padding: 0.75rem 1.25rem;
  background: var(--color-info-surface);
  color: var(--color-info);
  font-size: 0.9375rem;
}
.print-strip p { margin: 0 }
.print-strip a { color: inherit; font-weight: 600 }
@media print { .print-strip { display: none } }
@media screen {
  .print-by-reader main { box-sizing: border-box; inline-size: 100%; max-inline-size: 48rem; margin-inline: auto; padding: 1.25rem }
  .print-by-reader .print-cover { block-size: auto; padding: 2rem 0 }
  .print-by-reader .print-page { margin-block-start: 3rem }
}
`

/** The name under which sites serve the sheet; it holds a hash, so caches may keep it for ever. */
export const printSheetName = `print-${digestOf(printSheet)}.css`
