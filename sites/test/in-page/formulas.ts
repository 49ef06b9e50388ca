/** Waits until the fonts of the page are there. */
export async function fontsReady(): Promise<void> {
  await document.fonts.ready
}

/** Puts a formula where it begins with a whole pixel, whatever the width of the page is. */
export function toTheEdge(): void {
  const block = document.querySelector<HTMLElement>('.math')
  if (block === null) throw new Error('no formula')
  block.style.position = 'absolute'
  block.style.inset = '20px auto auto 20px'
}

/** How much darker or lighter the parts of two pictures are, each of 24 by 12 parts. */
export async function compare(
  pngs: readonly string[],
): Promise<{ average: number; part: number }> {
  const [columns, rows] = [24, 12]
  const grids = await Promise.all(
    pngs.map(async (png) => {
      const image = new Image()
      image.src = `data:image/png;base64,${png}`
      await image.decode()
      const canvas = document.createElement('canvas')
      canvas.width = columns
      canvas.height = rows
      const context = canvas.getContext('2d')
      if (context === null) throw new Error('no canvas')
      context.imageSmoothingQuality = 'high'
      context.drawImage(image, 0, 0, columns, rows)
      const { data } = context.getImageData(0, 0, columns, rows)
      return Array.from({ length: columns * rows }, (_, at) => (data[at * 4] ?? 0) / 255)
    }),
  )
  const [first = [], second = []] = grids
  const differences = first.map((value, at) => Math.abs(value - (second[at] ?? 0)))
  return {
    average: differences.reduce((sum, each) => sum + each, 0) / differences.length,
    part: Math.max(...differences),
  }
}
