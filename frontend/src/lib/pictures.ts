/** Pictures made in the browser. */

const loaded = (address: string) =>
  new Promise<HTMLImageElement>((resolve, reject) => {
    const image = new Image()
    image.onload = () => resolve(image)
    image.onerror = () => reject(new Error('A picture cannot be read'))
    image.src = address
  })

export const svgAddress = (svg: string) => `data:image/svg+xml,${encodeURIComponent(svg)}`

/** A drawing as a file that can be uploaded; `draw` gets a canvas of this size. */
export async function drawnFile(
  [width, height]: [number, number],
  { name, type }: { name: string; type: 'image/jpeg' | 'image/png' },
  draw: (context: CanvasRenderingContext2D) => Promise<void> | void,
): Promise<File> {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d')
  if (!context) throw new Error('This browser draws nothing')
  await draw(context)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, 0.9))
  if (!blob) throw new Error('A picture cannot be written')
  return new File([blob], name, { type })
}

/** The same of an SVG. */
export const svgFile = (svg: string, [width, height]: [number, number], name: string) =>
  drawnFile([width, height], { name, type: 'image/jpeg' }, async (context) => {
    context.drawImage(await loaded(svgAddress(svg)), 0, 0, width, height)
  })

export const pictureAt = loaded
