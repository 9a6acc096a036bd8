/** A guide as the build makes it of the file in `docs/guides` (`scripts/guides.ts`). */
export interface Guide {
  title: string
  /** HTML: the readers it is for. */
  intro: string
  tasks: Task[]
}

interface Task {
  /** The same in every language. */
  id: string
  title: string
  /** HTML of our own files. */
  html: string
}

/** The guides, in the order in which their list shows them. */
export const GUIDES = ['organiser', 'door', 'treasurer', 'president', 'administrator', 'operator'] as const

export type GuideName = (typeof GUIDES)[number]

export const guideOf = (name: string): GuideName | undefined => GUIDES.find((known) => known === name)
