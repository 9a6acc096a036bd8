import { Avatar } from '@mantine/core'

interface PersonAvatarProps {
  fullName: string
  src: string | null | undefined
  /** In pixels. */
  size?: number
  radius?: 'md'
}

/** The photo of a person, or the initials of the first and the last word of the name: Vietnamese go by the last one. */
export function PersonAvatar({ fullName, src, size = 38, radius }: PersonAvatarProps) {
  const words = fullName.trim().split(/\s+/)
  const name = [words[0], ...words.slice(1).slice(-1)].join(' ')
  return <Avatar component="span" src={src} alt="" name={name} color="jade" size={size} radius={radius} />
}
