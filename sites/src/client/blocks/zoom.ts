/** Shows a picture as large as the screen allows; without scripts its link leads to the file. */
export function enlargePictures(): void {
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element && event.target.closest('a.image-zoom')
    if (!(link instanceof HTMLAnchorElement)) return
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    const shown = [...link.querySelectorAll('img')].find((image) =>
      image.checkVisibility(),
    )
    if (shown === undefined) return
    event.preventDefault()
    show(link, shown)
  })
}

function show(link: HTMLAnchorElement, shown: HTMLImageElement): void {
  const dialog = document.createElement('dialog')
  dialog.className = 'zoom'
  dialog.setAttribute('aria-label', link.getAttribute('aria-label') ?? '')
  const image = document.createElement('img')
  image.referrerPolicy = 'no-referrer'
  image.alt = shown.alt
  image.src = shown.src
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = '✕'
  button.setAttribute(
    'aria-label',
    link.closest<HTMLElement>('.body')?.dataset['closeWord'] ?? '',
  )
  dialog.append(image, button)
  dialog.addEventListener('click', () => dialog.close())
  dialog.addEventListener('close', () => dialog.remove())
  document.body.append(dialog)
  dialog.showModal()
}
