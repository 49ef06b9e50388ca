import type { ReactNode } from 'react'

export type SignName =
  | 'info'
  | 'success'
  | 'warning'
  | 'danger'
  | 'file'
  | 'away'
  | 'forward'
  | 'check'
  | 'prompt'
  | 'play'

const drawings: Readonly<Record<SignName, ReactNode>> = {
  info: (
    <>
      <circle cx="12" cy="12" r="9" />
      <path d="M12 11v5M12 7.75v.01" />
    </>
  ),
  success: (
    <>
      <circle cx="12" cy="12" r="9" />
      <path d="m8 12.25 2.75 2.75L16 9.5" />
    </>
  ),
  warning: (
    <>
      <path d="M12 4 2.75 20h18.5L12 4Z" />
      <path d="M12 10v4.5M12 17.25v.01" />
    </>
  ),
  danger: (
    <>
      <path d="M8.25 3h7.5L21 8.25v7.5L15.75 21h-7.5L3 15.75v-7.5L8.25 3Z" />
      <path d="M12 7.5v5.25M12 16v.01" />
    </>
  ),
  file: (
    <>
      <path d="M13.5 3H7a2 2 0 0 0-2 2v14a2 2 0 0 0 2 2h10a2 2 0 0 0 2-2V8.5L13.5 3Z" />
      <path d="M13.5 3v5.5H19" />
    </>
  ),
  away: <path d="M9 5H5v14h14v-4M13 4h7v7M20 4l-9.5 9.5" />,
  forward: <path d="m9 5 7 7-7 7" />,
  check: <path d="m6 12.5 4 4 8-9" />,
  play: <path d="M8 5v14l11-7Z" />,
  prompt: (
    <path d="M12 3c.6 5.2 3.8 8.4 9 9-5.2.6-8.4 3.8-9 9-.6-5.2-3.8-8.4-9-9 5.2-.6 8.4-3.8 9-9Z" />
  ),
}

/** A small drawing in the colour of the text around it; screen readers skip it. */
export function SignOf({ name }: { name: SignName }) {
  return (
    <svg className={`sign sign-${name}`} viewBox="0 0 24 24" aria-hidden="true">
      {drawings[name]}
    </svg>
  )
}
