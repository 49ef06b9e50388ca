import newQrCode from 'qrcode-generator'

import { type Html, html } from '#/platform/html/html.ts'

/** The margin that readers of such codes want, in squares. */
const margin = 4

/** A text as QR code, dark on light in any colour scheme. */
export function qrCode(text: string, label: string): Html {
  const code = newQrCode(0, 'M')
  code.addData(text)
  code.make()
  const squares = code.getModuleCount()
  const rows = Array.from({ length: squares }, (_row, y) =>
    Array.from({ length: squares }, (_square, x) =>
      code.isDark(y, x) ? `M${x + margin} ${y + margin}h1v1h-1z` : '',
    ).join(''),
  )
  const size = String(squares + 2 * margin)
  return html`<svg
    role="img"
    aria-label="${label}"
    viewBox="0 0 ${size} ${size}"
    width="240"
    height="240"
    shape-rendering="crispEdges"
  >
    <rect width="${size}" height="${size}" fill="#fff" />
    <path d="${rows.join('')}" fill="#000" />
  </svg>`
}
