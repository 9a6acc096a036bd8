import * as bounds from '~/api/bounds'

/** The highest numbers of a plan. */
export const MOST = {
  name: bounds.PlanOfferChange_baseName_maxLength,
  price: bounds.PlanOfferChange_price_maximum,
  months: bounds.PlanOfferChange_duration_maximum,
  number: bounds.PlanOfferChange_numberOfPackages_maximum,
} as const
