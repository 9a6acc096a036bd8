import { t } from '~/lib/language'

/** A feature that a plan has or lacks, in a word. */
export const sayYesOrNo = (has: boolean) => t(has ? 'plans.yes' : 'plans.no')
