import type { DetailedHTMLProps, HTMLAttributes } from 'react'

type CustomElement = DetailedHTMLProps<HTMLAttributes<HTMLElement>, HTMLElement>

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'lectern-actions': CustomElement
      'lectern-dismiss': CustomElement
      'lectern-feedback': CustomElement
      'lectern-menu': CustomElement
      'lectern-outline': CustomElement
      'lectern-search': CustomElement
      'lectern-theme': CustomElement
      'lectern-tree': CustomElement
      'lectern-try': CustomElement
    }
  }
}
