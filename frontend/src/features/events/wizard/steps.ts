import type { components } from '~/api/schema'

/** The four steps of the wizard, by the names the server gives these parts of an event. */
export type Section = components['schemas']['Section']

export const SECTIONS = ['eventInfo', 'formInfo', 'paymentInfo', 'emailContent'] as const satisfies Section[]

export const stepAfter = (section: Section) => SECTIONS[SECTIONS.indexOf(section) + 1]
export const stepBefore = (section: Section) => SECTIONS[SECTIONS.indexOf(section) - 1]

const isSection = (value: unknown): value is Section => (SECTIONS as readonly unknown[]).includes(value)

/** Reads the step from the address: `?step=formInfo`. */
export const readStep = (raw: Record<string, unknown>): { step?: Section } => ({
  step: isSection(raw.step) ? raw.step : undefined,
})
