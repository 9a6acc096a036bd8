import { type ReactNode, useState } from 'react'
import { smallest } from '~/lib/pictureSizes'
import classes from './PersonAvatar.module.css'

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
export function PersonAvatar({ fullName, src, size, radius }: PersonAvatarProps) {
  const [failed, setFailed] = useState<typeof src>()
  return (
    <Disc size={size} radius={radius}>
      {src && src !== failed ? (
        <img src={smallest(src) ?? undefined} alt="" onError={() => setFailed(src)} />
      ) : (
        initialOf(fullName)
      )}
    </Disc>
  )
}

interface DiscProps extends Pick<PersonAvatarProps, 'size' | 'radius'> {
  /** It is no face, but the number of further ones. */
  isNumber?: boolean
  children: ReactNode
}

/** The ground of a face. */
export function Disc({ size = 38, radius, isNumber, children }: DiscProps) {
  return (
    <span
      className={classes.disc}
      // The sheet measures it by the size of its type.
      style={{ fontSize: `${size / 40}rem` }}
      data-radius={radius}
      data-number={isNumber}
      aria-hidden
    >
      {children}
    </span>
  )
}

/** Faces that overlap. The names stand beside them. */
export function Faces({ children }: { children: ReactNode }) {
  return <span className={classes.faces}>{children}</span>
}
