import encodeQR from 'qr'

/** Version 1 lacks the alignment pattern, without which a reader loses a ticket that is held at an angle. */
const SMALLEST = 2
/** The largest version that is taken for the sake of a higher level. */
const LARGEST = 8
/** Width of the white border in modules, which readers need to find the code. */
const QUIET = 4

/** Modules on a side of a version, with the border. */
const sideOf = (version: number) => 17 + 4 * version + 2 * QUIET

interface QrShape {
  /** Modules on a side, with the border. */
  size: number
  /** The dark modules, as the `d` of an SVG path. */
  path: string
}

/** A QR code as a shape, drawn by the same rule as the server's. */
export function qrShape(text: string): QrShape {
  const rows = encode(text)
  const path = rows
    .flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join('')
  return { size: rows.length, path }
}

/** The address of a picture of a QR code, dark on white, with the border that readers need. */
export function qrPicture(text: string): string {
  const { size, path } = qrShape(text)
  const shapes = `<path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${path}"/>`
  const picture = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges">${shapes}</svg>`
  return `data:image/svg+xml,${encodeURIComponent(picture)}`
}

/**
 * Encodes with the highest level of error correction that keeps the modules large enough (`platform/src/qr.rs` says why).
 * That is H for every ticket and card; a longer text, such as a payment, gets a lower level rather than smaller modules.
 */
function encode(text: string): boolean[][] {
  const draw = (ecc: 'high' | 'quartile' | 'medium') => {
    const rows = encodeQR(text, 'raw', { ecc, border: QUIET })
    const isFirstVersion = rows.length === sideOf(1)
    return isFirstVersion ? encodeQR(text, 'raw', { ecc, border: QUIET, version: SMALLEST }) : rows
  }
  const isLarge = (rows: boolean[][]) => rows.length <= sideOf(LARGEST)
  // The middle level first: a text that is too long for a higher one cannot be drawn with it at all.
  const middle = draw('medium')
  if (!isLarge(middle)) return middle
  return (['high', 'quartile'] as const).map(draw).find(isLarge) ?? middle
}
