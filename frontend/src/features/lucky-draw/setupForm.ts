import * as bounds from '~/api/bounds'
import { t } from '~/lib/language'
import type { Settings } from './queries'

/** The server's limits. */
export const MAX_PRIZES = 50
export const MAX_QUANTITY = bounds.PrizeBody_quantity_maximum
export const MAX_NAME = bounds.PrizeBody_name_maxLength

export interface PrizeValues {
  /** Of this form only: rows keep their fields when others are removed. */
  key: string
  /** Null for a new prize. */
  id: string | null
  name: string
  quantity: number | string
  image: string | null
  /** The number of this prize that is already won: a prize with winners cannot be removed any more. */
  drawn: number
}

export interface SetupValues {
  source: Settings['source']
  excludeWinners: boolean
  excludedTypes: Settings['excludedTypes']
  prizes: PrizeValues[]
  nameForm: Settings['nameForm']
  isOpen: boolean
}

export const valuesOf = ({
  source,
  excludeWinners,
  excludedTypes,
  prizes,
  nameForm,
  isOpen,
}: Settings): SetupValues => ({
  nameForm,
  isOpen,
  source,
  excludeWinners,
  excludedTypes,
  prizes: prizes.map(({ id, name, quantity, image, drawn }) => ({
    key: id,
    id,
    name,
    quantity,
    image,
    drawn,
  })),
})

let made = 0

export function newPrize(): PrizeValues {
  made += 1
  return { key: `new${made}`, id: null, name: '', quantity: 1, image: null, drawn: 0 }
}

export const bodyOf = ({ prizes, ...rest }: SetupValues) => ({
  ...rest,
  prizes: prizes.map(({ id, name, quantity, image }) => ({ id, name, quantity: Number(quantity), image })),
})

export const validatePrize = {
  name: (name: string) => (name.trim() ? null : t('common.invalid.required')),
  quantity: (quantity: number | string) =>
    typeof quantity === 'number' && quantity >= 1 && quantity <= MAX_QUANTITY
      ? null
      : t('luckyDraw.setup.quantityWrong', { max: MAX_QUANTITY }),
}
