/** The product's own mark, drawn in place: a first screen waits for no file. */
export const Mark = ({ size }: { size: number }) => (
  <svg viewBox="0 0 48 48" width={size} height={size} aria-hidden="true">
    <rect width={48} height={48} rx={12} fill="#0E7C66" />
    <path
      d="M14 12v24M34 12v24M14 27a10 8.5 0 0 1 20 0"
      fill="none"
      stroke="#fff"
      strokeWidth={5.5}
      strokeLinecap="round"
    />
    <circle cx={24} cy={11.5} r={3.6} fill="#F2A516" />
  </svg>
)
