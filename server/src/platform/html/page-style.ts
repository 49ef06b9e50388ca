import { css, type Script } from '#/platform/html/html.ts'

export const style = css`
  :root {
    color-scheme: light dark;
    --ink: #1d2433;
    --soft: #556077;
    --paper: #fff;
    --ground: #f3f5f9;
    --line: #7b869c;
    --accent: #2447c9;
    --on-accent: #fff;
    --alarm: #b3261e;
  }
  @media (prefers-color-scheme: dark) {
    :root {
      --ink: #e9edf6;
      --soft: #aab4c8;
      --paper: #1a2030;
      --ground: #10141e;
      --line: #76829b;
      --accent: #9db2ff;
      --on-accent: #10141e;
      --alarm: #ffb4ab;
    }
  }
  * {
    box-sizing: border-box;
  }
  body {
    margin: 0;
    min-height: 100vh;
    display: grid;
    align-content: center;
    justify-items: center;
    gap: 1rem;
    padding: 1.5rem;
    background: var(--ground);
    color: var(--ink);
    font:
      1rem/1.55 system-ui,
      sans-serif;
  }
  main {
    width: 100%;
    max-width: 34rem;
    padding: 2.25rem;
    background: var(--paper);
    border-radius: 0.75rem;
    box-shadow: 0 1px 3px rgb(0 0 0 / 0.18);
    overflow-wrap: anywhere;
  }
  .product {
    margin: 0 0 1.5rem;
    font-weight: 600;
    color: var(--soft);
  }
  h1 {
    margin: 0 0 0.75rem;
    font-size: 1.55rem;
    line-height: 1.25;
  }
  h2 {
    margin: 1.75rem 0 0.5rem;
    font-size: 1.05rem;
  }
  p {
    margin: 0 0 1rem;
  }
  strong {
    unicode-bidi: isolate;
  }
  .soft {
    color: var(--soft);
    font-size: 0.925rem;
  }
  .alarm {
    color: var(--alarm);
    font-weight: 600;
  }
  label {
    display: block;
    margin: 1.25rem 0 0.35rem;
    font-weight: 600;
  }
  input,
  textarea {
    width: 100%;
    margin-bottom: 0.5rem;
    padding: 0.65rem 0.75rem;
    font: inherit;
    color: inherit;
    background: transparent;
    border: 1px solid var(--line);
    border-radius: 0.45rem;
  }
  form {
    margin-bottom: 1rem;
  }
  svg {
    max-width: 100%;
    height: auto;
  }
  button {
    margin-top: 0.5rem;
    padding: 0.7rem 1.4rem;
    font: inherit;
    font-weight: 600;
    color: var(--on-accent);
    background: var(--accent);
    border: 1px solid transparent;
    border-radius: 0.45rem;
    cursor: pointer;
  }
  button + p {
    margin-top: 1.25rem;
  }
  a {
    color: var(--accent);
  }
  /* What leads somewhere, but is not what most people come for. */
  .second {
    display: inline-block;
    padding: 0.7rem 1.4rem;
    font-weight: 600;
    text-decoration: none;
    color: var(--accent);
    background: transparent;
    border: 1px solid var(--line);
    border-radius: 0.45rem;
  }
  .languages {
    width: 100%;
    max-width: 34rem;
    font-size: 0.925rem;
    text-align: center;
  }
  summary {
    display: inline-block;
    padding: 0.4rem 0.75rem;
    color: var(--soft);
    border-radius: 0.45rem;
    cursor: pointer;
  }
  summary::after {
    content: ' ▾';
    content: ' ▾' / '';
  }
  .languages ul {
    display: flex;
    flex-wrap: wrap;
    justify-content: center;
    gap: 0.25rem 0.5rem;
    margin: 0.25rem 0 0;
    padding: 0;
    list-style: none;
  }
  .languages a {
    display: inline-block;
    padding: 0.35rem 0.5rem;
  }
  .languages [aria-current] {
    font-weight: 600;
    text-decoration: none;
    color: var(--ink);
  }
  :focus-visible {
    outline: 3px solid var(--accent);
    outline-offset: 2px;
  }
  [readonly] {
    background: var(--ground);
    font:
      0.9rem/1.5 ui-monospace,
      monospace;
    resize: none;
  }
`

const policy = [
  "default-src 'none'",
  `style-src ${style.source}`,
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
]

/**
 * The policy of these pages: their one style sheet and own forms, no script, no image, no frame.
 */
export const contentSecurityPolicy = policy.join('; ')

/** The same with one script, which asks our own origin and nobody else. */
export function policyWithScript(script: Script): string {
  return [...policy, `script-src ${script.source}`, "connect-src 'self'"].join('; ')
}
