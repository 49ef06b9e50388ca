import type { ReactElement } from 'react'

import { safeHref } from '#/urls.ts'

interface ThemedImageProps {
  readonly image: { readonly light: string; readonly dark: string }
  readonly alt: string
  readonly className: string
}

/** One image, or one per theme. The two load lazily, so that browsers skip the hidden one. */
export function ThemedImage({ image, alt, className }: ThemedImageProps): ReactElement {
  const light = safeHref(image.light)
  const dark = safeHref(image.dark)
  if (light === undefined || dark === undefined || light === dark) {
    const src = light ?? dark
    if (src === undefined) return <span className={className}>{alt}</span>
    return (
      <img
        className={className}
        src={src}
        alt={alt}
        fetchPriority="low"
        referrerPolicy="no-referrer"
      />
    )
  }
  return (
    <>
      <img
        className={`${className} only-light`}
        src={light}
        alt={alt}
        loading="lazy"
        referrerPolicy="no-referrer"
      />
      <img
        className={`${className} only-dark`}
        src={dark}
        alt={alt}
        loading="lazy"
        referrerPolicy="no-referrer"
      />
    </>
  )
}
