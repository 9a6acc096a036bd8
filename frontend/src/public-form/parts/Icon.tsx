/** The icons of this page, in the text's colour; all are decorative. */
const PATHS = {
  calendar: 'M5 5h14a1 1 0 0 1 1 1v13a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1ZM4 10h16M8 3v4M16 3v4',
  pin: 'M12 21c4-4.5 7-7.7 7-11a7 7 0 0 0-14 0c0 3.3 3 6.5 7 11ZM12 12.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Z',
  ticket: 'M4 7h16v3.5a1.5 1.5 0 0 0 0 3V17H4v-3.5a1.5 1.5 0 0 0 0-3V7ZM14.5 7v2M14.5 11v2M14.5 15v2',
  mail: 'M4 6h16v12H4zM4 7l8 6 8-6',
  check: 'm5 12.5 4.5 4.5L19 7.5',
  alert: 'M12 8v5M12 16.5v.01M10.3 4.2 2.9 17a2 2 0 0 0 1.7 3h14.8a2 2 0 0 0 1.7-3L13.7 4.2a2 2 0 0 0-3.4 0Z',
  copy: 'M9 9h10v11H9zM5 15V4h10',
  download: 'M12 4v11M7 10.5l5 5 5-5M5 20h14',
  trash: 'M5 7h14M10 11v6M14 11v6M6.5 7l.8 12.1a1 1 0 0 0 1 .9h7.4a1 1 0 0 0 1-.9L17.5 7M9.5 7V4h5v3',
  share: 'M12 15V4M8 7.5 12 4l4 3.5M6 11H5v9h14v-9h-1',
  bell: 'M6 17h12l-1.5-2.5V11a4.5 4.5 0 0 0-9 0v3.5ZM10.5 20h3M12 4v2.5',
  image: 'M4 5h16v14H4zM4 16l4.5-4.5 3.5 3.5 3-3 5 5M15 9.5v.01',
}

export function Icon({ name }: { name: keyof typeof PATHS }) {
  return (
    <svg
      viewBox="0 0 24 24"
      width="24"
      height="24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={PATHS[name]} />
    </svg>
  )
}
