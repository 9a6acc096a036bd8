import { useMemo } from 'react'
import { qrShape } from '~/lib/qrPicture'

interface QrCodeProps {
  text: string
  /** The accessible name. */
  label: string
  className?: string
}

/** A QR code, always dark on white, because many readers do not read inverted codes. */
export function QrCode({ text, label, className }: QrCodeProps) {
  const { size, path } = useMemo(() => qrShape(text), [text])
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      className={className}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
      style={{ forcedColorAdjust: 'none' }}
    >
      <path d={`M0 0h${size}v${size}h-${size}z`} fill="white" />
      <path d={path} fill="black" />
    </svg>
  )
}
