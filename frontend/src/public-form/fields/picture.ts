/** Pictures made smaller by the browser itself. */

/**
 * `file` as a JPEG of at most `side` pixels; null when the browser cannot draw it. An `<img>` is used because it turns
 * photos upright by itself everywhere.
 */
export async function shrink(file: Blob, side: number): Promise<Blob | null> {
  const address = URL.createObjectURL(file)
  try {
    const image = await loadImage(address)
    const scale = Math.min(1, side / Math.max(image.naturalWidth, image.naturalHeight))
    const canvas = document.createElement('canvas')
    canvas.width = Math.max(1, Math.round(image.naturalWidth * scale))
    canvas.height = Math.max(1, Math.round(image.naturalHeight * scale))
    const context = canvas.getContext('2d')
    if (!context) return null
    context.fillStyle = 'white'
    context.fillRect(0, 0, canvas.width, canvas.height)
    context.drawImage(image, 0, 0, canvas.width, canvas.height)
    return await new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.85))
  } catch {
    return null
  } finally {
    URL.revokeObjectURL(address)
  }
}

export function loadImage(address: string): Promise<HTMLImageElement> {
  const image = new Image()
  return new Promise((resolve, reject) => {
    image.onload = () => resolve(image)
    image.onerror = () => reject(new Error('The image cannot be read'))
    image.src = address
  })
}

export function asDataUrl(blob: Blob): Promise<string> {
  const reader = new FileReader()
  return new Promise((resolve, reject) => {
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(blob)
  })
}
