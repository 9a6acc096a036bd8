import type { UseFormReturnType } from '@mantine/form'
import type { components } from '~/api/schema'
import { LIMITS } from '~/lib/fieldLengths'
import { groundOf, uploadInitials } from '~/lib/initials'
import { t } from '~/lib/language'
import { numberBetween, optionalText, requiredText } from '~/lib/validators'
import type { Group, GroupDetails } from '../queries'

type Schemas = components['schemas']

/** The highest `firstN`. */
const MOST_POSTS = 100

/** The fields of a new group and of a group's settings, named as in the API. */
export interface GroupValues {
  /** The owner of a new group; only administrators choose one. */
  ownerId: string | null
  name: string
  /** Null: the initials of the name. */
  avatar: string | null
  foundedDate: string | null
  description: string
  joinPolicy: Schemas['JoinPolicy']
  isListed: boolean
  onePerBusinessField: boolean
  validationInfo: Schemas['ValidationInfo']
  postApproval: Schemas['PostApproval']
  /** A text while the field holds no number. */
  firstN: number | string
  pointValueVisibility: Schemas['PointValueVisibility']
  writesRecap: boolean
}

export type GroupForm = UseFormReturnType<GroupValues>

/** The server's defaults for a new group. */
export const NEW_GROUP: GroupValues = {
  ownerId: null,
  name: '',
  avatar: null,
  foundedDate: null,
  description: '',
  joinPolicy: 'request',
  isListed: true,
  onePerBusinessField: false,
  validationInfo: { requireMembershipCertificate: false, requireBusinessLicense: false },
  postApproval: 'all',
  firstN: 3,
  pointValueVisibility: 'leaders',
  writesRecap: true,
}

export function valuesOf(group: Group, details: GroupDetails): GroupValues {
  const { name, avatar, foundedDate, description, joinPolicy, onePerBusinessField, validationInfo } = group
  const { isListed, postApproval, firstN, pointValueVisibility, writesRecap } = details
  return {
    ownerId: details.ownerId,
    name,
    avatar,
    foundedDate,
    description,
    joinPolicy,
    isListed,
    onePerBusinessField,
    validationInfo,
    postApproval,
    firstN,
    pointValueVisibility,
    writesRecap,
  }
}

/** Validators of all fields but the owner. */
export const validateGroup = {
  name: (name: string) => requiredText(LIMITS.title, t('groups.invalid.name'))(name),
  description: optionalText(LIMITS.longText),
  firstN: (count: number | string) => numberBetween(1, MOST_POSTS)(Number(count)),
}

/** Draws and uploads the picture of a group without one, and returns its address. */
export const uploadPicture = (name: string) => uploadInitials(name, groundOf(name), 'groupAvatar')

/** Returns the body of a call, with the address of the picture. */
export const bodyOf = ({ ownerId: _, firstN, ...values }: GroupValues, avatar: string) => ({
  ...values,
  avatar,
  firstN: Number(firstN),
})
