/** The element that plays a video in place of its link, which hides: until then nothing is asked of its host. */
export class LecternVideo extends HTMLElement {
  connectedCallback(): void {
    const link = this.querySelector('a')
    const { src } = this.dataset
    if (link === null || src === undefined) return
    link.addEventListener('click', (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
      event.preventDefault()
      const frame = document.createElement('iframe')
      frame.allow = 'autoplay; encrypted-media; fullscreen; picture-in-picture'
      frame.setAttribute(
        'sandbox',
        'allow-scripts allow-same-origin allow-presentation allow-popups allow-popups-to-escape-sandbox',
      )
      // Hosts play only for pages that say where they are; the address may hold a secret.
      frame.referrerPolicy = 'strict-origin'
      frame.title = link.querySelector('.link-card-title')?.textContent ?? ''
      frame.src = src
      // The link stays for paper, where a video is its address.
      link.hidden = true
      this.append(frame)
      frame.focus()
    })
  }
}
