import { createHash } from 'node:crypto'

/**
 * The style of error pages, inside of them: no site is known whose style sheets they could load.
 * One text for every page, for its hash.
 */
export const errorStyle = `
:root {
  color-scheme: light dark;
  --color-text: light-dark(#1a1d24, #e6e8ec);
  --color-muted: light-dark(#5b6270, #a0a7b4);
  --color-background: light-dark(#ffffff, #121418);
  --color-primary: light-dark(#2f62c5, #86a8ea);
  --font-body: ui-sans-serif, system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Helvetica Neue', Arial, sans-serif;
  --font-mono: ui-monospace, SFMono-Regular, Menlo, Consolas, 'Liberation Mono', monospace;
}
body {
  margin: 0;
  min-block-size: 100vb;
  display: grid;
  background: var(--color-background);
  color: var(--color-text);
  font: 1rem / 1.65 var(--font-body);
  overflow-wrap: break-word;
}
.error-page { display: grid; align-content: center; padding-inline: 1.25rem }
.notice { inline-size: 100%; max-inline-size: 34rem; margin-inline: auto; padding-block: 2rem }
.notice h1 { margin: 0 0 0.5rem; font-size: 1.9rem; line-height: 1.25; letter-spacing: -0.015em; text-wrap: balance }
.notice p { margin: 0 0 1rem; color: var(--color-muted) }
.notice a { color: var(--color-primary); text-underline-offset: 0.2em }
.notice .notice-status { margin: 0 0 0.5rem; font: 600 0.875rem / 1.4 var(--font-mono); color: var(--color-primary) }
.notice .notice-reference { font-size: 0.8125rem }
.notice code { font-family: var(--font-mono) }
`

/** The hash of `errorStyle` for `style-src`. */
export const errorStyleHash = `'sha256-${createHash('sha256').update(errorStyle).digest('base64')}'`
