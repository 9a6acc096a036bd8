import { isColour } from '~/lib/contrast'
import { GROUNDS, uploadInitials } from '~/lib/initials'
import type { EventFields } from './draftStore'

/** The logo of an event without one: the initials of its title on its colour. */

export const logoGround = (background: EventFields['backgroundColor']) =>
  isColour(background) ? background : GROUNDS[0]

/** Draws the logo, uploads it and returns its address. */
export const uploadDrawnLogo = ({ title, backgroundColor }: Pick<EventFields, 'title' | 'backgroundColor'>) =>
  uploadInitials(title, logoGround(backgroundColor), 'eventLogo')
