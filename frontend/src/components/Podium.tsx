import type { ReactNode } from 'react'
import { PersonAvatar } from './PersonAvatar'
import classes from './Podium.module.css'

export interface PodiumPlace {
  id: string
  /** From 1. */
  rank: number
  /** The place in words. */
  place: string
  fullName: string
  avatar: string | null
  figure: ReactNode
}

interface PodiumProps {
  /** Names the list for screen readers. */
  label: string
  /** Up to three, the best first. */
  places: readonly PodiumPlace[]
}

/** The best three with their faces. Those with the same rank stand equally high. */
export function Podium({ label, places }: PodiumProps) {
  return (
    <ol className={classes.podium} aria-label={label}>
      {places.map(({ id, rank, place, fullName, avatar, figure }) => (
        <li key={id} className={classes.winner}>
          <span className={classes.face} data-rank={rank}>
            <PersonAvatar src={avatar} fullName={fullName} size={64} />
          </span>
          <span className={classes.name}>{fullName}</span>
          <span className={classes.figure}>{figure}</span>
          <span className={classes.step} data-rank={rank}>
            {place}
          </span>
        </li>
      ))}
    </ol>
  )
}

/** Whether another of the rows has the same rank. */
export const isShared = (rank: number, rows: readonly { rank: number }[]) =>
  rows.filter((other) => other.rank === rank).length > 1
