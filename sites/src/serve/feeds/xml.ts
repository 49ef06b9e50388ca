const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

/** Escapes text for XML and removes the characters that XML cannot hold. */
export function xmlText(text: string): string {
  return (
    text
      // oxlint-disable-next-line no-control-regex -- control characters are what is left out
      .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
      .replaceAll(/[&<>"']/g, (character) => entities[character] ?? '')
  )
}
