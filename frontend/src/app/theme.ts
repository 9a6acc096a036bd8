import {
  type CardProps,
  type CSSVariablesResolver,
  createTheme,
  type DrawerProps,
  type InputWrapperProps,
  type MantineColorsTuple,
  type MantineTheme,
  type MenuProps,
  type ModalProps,
  type PasswordInputProps,
  type SkeletonProps,
  type TooltipProps,
} from '@mantine/core'

/** A list that a dialog opens stands beside it in the page: the dialog's lock would keep the list from being scrolled. */
const LAYERS_SCROLL = { noIsolation: true }

const jade: MantineColorsTuple = [
  '#E9F7F3', '#CFEBE3', '#A3D9CB', '#72C5B1', '#46B097', '#229A80', '#0E7C66', '#0B6453', '#084E41', '#053A30',
] // biome-ignore format: a palette reads best in one row

const marigold: MantineColorsTuple = [
  '#FFF7E6', '#FEEBC4', '#FCD88D', '#F9C455', '#F6B42E', '#F2A516', '#D08A0A', '#8F5B00', '#6B4400', '#4A2F00',
] // biome-ignore format: a palette reads best in one row

const blue: MantineColorsTuple = [
  '#EDF3FD', '#D6E4FA', '#AFC9F5', '#83ABEF', '#5D90E7', '#437FE2', '#2F6FDB', '#2259B8', '#1B4894', '#143670',
] // biome-ignore format: a palette reads best in one row

const red: MantineColorsTuple = [
  '#FDEFEE', '#F9D8D6', '#F1ACA8', '#E98B86', '#E26A63', '#D54A43', '#C2362F', '#A32B25', '#82221D', '#611915',
] // biome-ignore format: a palette reads best in one row

/** Paper, lines, greys and ink. Index 6 is the grey of "closed" and of secondary text. */
const gray: MantineColorsTuple = [
  '#FBFAF7', '#F4F2EC', '#ECE9E1', '#E6E3DB', '#D2CEC3', '#A9A69C', '#646B78', '#4B5154', '#2E3633', '#17211E',
] // biome-ignore format: a palette reads best in one row

/** Index 7 is the ground, 6 elements on surfaces (fields, buttons, menus), 4 lines; `--hoi-surface` lies between. */
const dark: MantineColorsTuple = [
  '#E8ECEA', '#C3CBC7', '#9EABA5', '#75837C', '#42504A', '#32403A', '#25302C', '#101513', '#0A0E0C', '#060908',
] // biome-ignore format: a palette reads best in one row

type Look<Props> = Pick<Props, Extract<keyof Props, 'styles'>> & { defaultProps?: Partial<Props> }

export const theme = createTheme({
  colors: { jade, marigold, blue, red, gray, dark },
  primaryColor: 'jade',
  primaryShade: { light: 6, dark: 6 },
  black: '#17211E',
  fontFamily: 'Roboto, system-ui, sans-serif',
  headings: {
    fontFamily: 'Roboto, system-ui, sans-serif',
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '1.5rem', lineHeight: '1.5' },
      h2: { fontSize: '1.25rem', lineHeight: '1.5' },
      h3: { fontSize: '1rem', lineHeight: '1.5' },
    },
  },
  fontSizes: { xs: '0.75rem', sm: '0.875rem', md: '1rem', lg: '1.25rem', xl: '1.5rem' },
  lineHeights: { xs: '1.5', sm: '1.5', md: '1.5', lg: '1.5', xl: '1.5' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  radius: { xs: '4px', sm: '6px', md: '10px', lg: '14px', xl: '32px' },
  defaultRadius: 'md',
  // The sidebar is fixed from 1025 px on, see `SIDEBAR_NARROW` in Frame.
  breakpoints: { xs: '36em', sm: '48em', md: '62em', lg: '64.0625em', xl: '80em' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  // Objects without their components: `Menu.extend` would bring the menu along to screens that have none.
  components: {
    // The description stands below, so that fields side by side stay level.
    InputWrapper: {
      defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] },
      styles: { label: { marginBottom: 4 }, description: { marginTop: 4 }, error: { marginTop: 4 } },
    } satisfies Look<InputWrapperProps>,
    // Not lighter on dark than the tables and tiles beside them.
    Card: { styles: { root: { backgroundColor: 'var(--hoi-surface)' } } } satisfies Look<CardProps>,
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } } satisfies Look<MenuProps>,
    Drawer: {
      // The title of a panel heads no page: with a dialog above it, a screen reader would find two heads.
      defaultProps: { attributes: { header: { role: 'none' } }, removeScrollProps: LAYERS_SCROLL },
      styles: { title: { fontSize: '1.25rem', fontWeight: 600 } },
    } satisfies Look<DrawerProps>,
    Modal: {
      defaultProps: { centered: true, transitionProps: { duration: 150 }, removeScrollProps: LAYERS_SCROLL },
      styles: {
        content: { background: 'var(--hoi-surface)' },
        header: { background: 'var(--hoi-surface)' },
        title: { fontSize: 'var(--mantine-font-size-lg)', fontWeight: 600, lineHeight: 1.5 },
      },
    } satisfies Look<ModalProps>,
    PasswordInput: {
      defaultProps: { autoComplete: 'current-password' },
    } satisfies Look<PasswordInputProps>,
    Skeleton: { defaultProps: { 'aria-hidden': true } } satisfies Look<SkeletonProps>,
    Tooltip: {
      defaultProps: { events: { hover: true, focus: true, touch: true } },
    } satisfies Look<TooltipProps>,
  },
})

/** Pills and pressed chips on dark: Mantine's own tint hardly differs from its background. */
const tints = (colors: MantineTheme['colors']) =>
  Object.fromEntries(
    Object.entries(colors).flatMap(([name, shades]) => [
      [`--mantine-color-${name}-light`, `color-mix(in srgb, ${shades[5]} 24%, transparent)`],
      [`--mantine-color-${name}-light-hover`, `color-mix(in srgb, ${shades[5]} 32%, transparent)`],
      [`--mantine-color-${name}-light-color`, shades[2]],
    ]),
  )

/** `--hoi-surface` is the colour of cards, tables and the sidebar. `--hoi-danger` is the text of a `DangerItem`. */
export const cssVariables: CSSVariablesResolver = (theme) => ({
  variables: {},
  light: {
    '--mantine-color-body': theme.colors.gray[0],
    '--mantine-color-default-border': theme.colors.gray[3],
    '--mantine-color-placeholder': theme.colors.gray[6],
    '--mantine-color-error': theme.colors.red[6],
    '--mantine-color-anchor': theme.colors.jade?.[6] ?? '',
    '--hoi-danger': theme.colors.red[7],
    '--hoi-surface': '#FFFFFF',
    '--hoi-line': theme.colors.gray[3],
    '--hoi-shadow': '0 8px 24px rgb(23 33 30 / 12%)',
  },
  dark: {
    ...tints(theme.colors),
    '--mantine-color-body': theme.colors.dark[7],
    '--mantine-color-default-border': theme.colors.dark[4],
    '--mantine-color-placeholder': theme.colors.dark[2],
    '--mantine-color-error': theme.colors.red[3],
    '--mantine-color-anchor': theme.colors.jade?.[3] ?? '',
    '--hoi-danger': theme.colors.red[3],
    '--hoi-surface': '#181F1C',
    '--hoi-line': theme.colors.dark[4],
    '--hoi-shadow': '0 8px 24px rgb(0 0 0 / 48%)',
  },
})
