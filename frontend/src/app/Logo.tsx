/** The product's own mark, also the fallback for an organiser without a logo. */
export const DEFAULT_LOGO = '/favicon.svg'

interface LogoProps {
  src?: string | null
  size?: number
}

export function Logo({ src, size = 40 }: LogoProps) {
  return (
    <img
      src={src || DEFAULT_LOGO}
      alt="Hội"
      width={size}
      height={size}
      style={{ objectFit: 'contain', borderRadius: 8, display: 'block' }}
      onError={(event) => {
        if (!event.currentTarget.src.endsWith(DEFAULT_LOGO)) event.currentTarget.src = DEFAULT_LOGO
      }}
    />
  )
}
