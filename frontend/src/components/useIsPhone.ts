import { useMediaQuery } from '@mantine/hooks'

/** As the breakpoint `sm` of the theme. */
const PHONE = '(max-width: 48em)'

/** Whether the window is as narrow as that of a phone. */
export const useIsPhone = () => useMediaQuery(PHONE, undefined, { getInitialValueInEffect: false }) ?? false
