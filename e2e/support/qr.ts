import jsQr, { type QRCode } from 'jsqr'
import { PNG } from 'pngjs'

/** The QR code in a picture, which is a PNG file, and where it stands. */
export function findQr(png: Buffer): QRCode {
  const picture = PNG.sync.read(png)
  const decode = typeof jsQr === 'function' ? jsQr : (jsQr as { default: typeof jsQr.default }).default
  const found = decode(new Uint8ClampedArray(picture.data), picture.width, picture.height)
  if (!found) throw new Error('no QR code in the picture')
  return found
}

/** Returns the content of a QR code in a PNG picture. */
export const readQr = (png: Buffer): string => findQr(png).data
