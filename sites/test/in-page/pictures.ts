/** Whether the browser shows a picture, and what of it the policy refuses. */
export async function drawn(
  src: string,
): Promise<{ readonly width: 'some' | 'none'; readonly refused: readonly string[] }> {
  const refused: string[] = []
  document.addEventListener('securitypolicyviolation', (event) => {
    refused.push(event.effectiveDirective)
  })
  const image = new Image()
  const isLoaded = await new Promise<boolean>((resolve) => {
    image.addEventListener('load', () => resolve(true))
    image.addEventListener('error', () => resolve(false))
    image.src = src
  })
  await new Promise((resolve) => setTimeout(resolve, 50))
  return { width: isLoaded ? 'some' : 'none', refused }
}
