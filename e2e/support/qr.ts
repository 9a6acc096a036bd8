import jsQr from 'jsqr'
import { PNG } from 'pngjs'

/** What a QR picture says; the picture is a PNG file. */
export function readQr(png: Buffer): string {
  const picture = PNG.sync.read(png)
  const decode = typeof jsQr === 'function' ? jsQr : (jsQr as { default: typeof jsQr.default }).default
  const found = decode(new Uint8ClampedArray(picture.data), picture.width, picture.height)
  if (!found) throw new Error('no QR code in the picture')
  return found.data
}
