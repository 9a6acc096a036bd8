import * as bounds from '~/api/bounds'

/** The highest numbers of a plan. */
export const MOST = {
  name: bounds.PlanOfferChange.baseName.maxLength,
  price: bounds.PlanOfferChange.price.maximum,
  months: bounds.PlanOfferChange.duration.maximum,
  number: bounds.PlanOfferChange.numberOfPackages.maximum,
} as const
