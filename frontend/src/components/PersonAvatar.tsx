import { Avatar } from '@mantine/core'
import { smallest } from '~/lib/pictureSizes'

interface PersonAvatarProps {
  fullName: string
  src: string | null | undefined
  /** In pixels. */
  size?: number
  radius?: 'md'
}

/**
 * The initial of the given name, by which Vietnamese go: the last word of the name, without another name in brackets
 * after it.
 */
export function initialOf(fullName: string): string {
  const words = (name: string) => name.match(/[\p{L}\p{N}]\S*/gu) ?? []
  const [initial = ''] = [...words(fullName), ...words(fullName.replace(/\(.*?\)/g, ' '))].at(-1) ?? ''
  return initial.toUpperCase()
}

/** The photo of a person, or the initial. The whole name stands beside it. */
export function PersonAvatar({ fullName, src, size = 38, radius }: PersonAvatarProps) {
  return (
    <Avatar aria-hidden component="span" src={smallest(src)} alt="" color="jade" size={size} radius={radius}>
      {initialOf(fullName)}
    </Avatar>
  )
}
