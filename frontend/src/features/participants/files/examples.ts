import type { ImportPreview } from './queries'

/** Examples that a column shows. */
const EXAMPLES = 3

/** The first values of a column. */
export const examplesOf = ({ sample }: ImportPreview, at: number) =>
  sample
    .map(({ cells }) => cells[at])
    .filter(Boolean)
    .slice(0, EXAMPLES)
    .join(' · ')
