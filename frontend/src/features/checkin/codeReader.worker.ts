/** Reads QR codes from pictures of the camera, beside the page, which stays smooth. */

import { prepareZXingModule, type ReaderOptions, readBarcodes } from 'zxing-wasm/reader'
import program from 'zxing-wasm/reader/zxing_reader.wasm?url'
import type { Question } from './codeReader'

/** Pixels of the longer side of a searched picture; cameras may send more than they were asked for. */
const SEARCHED = 1280
// Longer searches and other turns cost a third more and find no more: a QR code is found whichever way it is turned.
const OPTIONS: ReaderOptions = {
  formats: ['QRCode'],
  tryHarder: false,
  tryRotate: false,
  textMode: 'Plain',
}

const ready = prepareZXingModule({ overrides: { locateFile: () => program }, fireImmediately: true })
const canvas = new OffscreenCanvas(1, 1)
const drawn = canvas.getContext('2d', { willReadFrequently: true })
let looks = 0

/**
 * Every other look is at half the size, where the edge of a shadow or a smear disturbs less. It costs a quarter, so
 * only it looks for inverted codes, too. The full size is for distant codes.
 */
async function read(frame: ImageBitmap): Promise<string[]> {
  if (!drawn) throw new Error('no canvas')
  const isHalf = looks % 2 === 0
  looks += 1
  const scale = Math.min(1, SEARCHED / Math.max(frame.width, frame.height)) / (isHalf ? 2 : 1)
  canvas.width = Math.ceil(frame.width * scale)
  canvas.height = Math.ceil(frame.height * scale)
  drawn.drawImage(frame, 0, 0, canvas.width, canvas.height)
  frame.close()
  const pixels = drawn.getImageData(0, 0, canvas.width, canvas.height)
  const found = await readBarcodes(pixels, { ...OPTIONS, tryInvert: isHalf })
  return found.map(({ text }) => text)
}

addEventListener('message', ({ data: { frame, answer } }: MessageEvent<Question>) => {
  ready
    .then(() => (frame ? read(frame) : []))
    .then(
      (codes) => answer.postMessage(codes),
      () => answer.postMessage(null),
    )
})
