import encodeQR from 'qr'
import { useMemo } from 'react'

interface QrCodeProps {
  text: string
  /** What a screen reader says instead. */
  label: string
  className?: string
}

/** Width of the white border in modules, which readers need to find the code. */
const QUIET = 4

/** A QR code, always dark on white, because many readers do not read inverted codes. */
export function QrCode({ text, label, className }: QrCodeProps) {
  const { size, path } = useMemo(() => draw(text), [text])
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      className={className}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={`M0 0h${size}v${size}h-${size}z`} fill="white" />
      <path d={path} fill="black" />
    </svg>
  )
}

function draw(text: string) {
  const rows = encodeQR(text, 'raw', { border: QUIET })
  const path = rows
    .flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join('')
  return { size: rows.length, path }
}
