import { ActionIcon, Group } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconChevronDown, IconGripVertical, IconTrash } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import classes from './SortableCard.module.css'
import type { SortableEntry } from './useSortableList'

interface SortableCardProps {
  entry: SortableEntry
  title: string
  /** The accessible names of its buttons, which name the entry. */
  labels: Record<'edit' | 'up' | 'down' | 'remove', string>
  onRemove: () => void
  /** Something in it is to be mended, so it opens. */
  isWrong: boolean
  /** Stands before the title, such as a portrait. */
  leading?: React.ReactNode
  /** A line below the title. */
  meta?: React.ReactNode
  /** The editor. */
  children: React.ReactNode
}

/** An entry of a list: its title, which opens its editor, a grip to drag it, and buttons to move and remove it. */
export function SortableCard(props: SortableCardProps) {
  const { entry, title, labels, onRemove, isWrong, leading, meta, children } = props
  const card = useRef<HTMLLIElement>(null)
  // A card that opened because of a mistake stays open when the mistake is mended, so it does not close while the user
  // types.
  const [isHeld, setHeld] = useState(false)
  if (isWrong && !isHeld) setHeld(true)
  const isOpened = entry.isOpened || isHeld
  const toggle = () => {
    setHeld(false)
    if (entry.isOpened || !isHeld) entry.onToggle()
  }
  return (
    <li
      ref={card}
      className={classes.card}
      data-dragged={entry.isDragged || undefined}
      data-wrong={isWrong || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        if (!entry.isDragged) entry.onDraggedOver()
      }}
      onDrop={(event) => event.preventDefault()}
    >
      <div className={classes.head}>
        <span
          className={classes.grip}
          draggable
          aria-hidden
          onDragStart={(event) => {
            event.dataTransfer.effectAllowed = 'move'
            event.dataTransfer.setData('text/plain', title)
            if (card.current) event.dataTransfer.setDragImage(card.current, 16, 16)
            entry.onDrag(true)
          }}
          onDragEnd={() => entry.onDrag(false)}
        >
          <IconGripVertical size={18} />
        </span>
        {leading && <span className={classes.leading}>{leading}</span>}
        <div className={classes.words}>
          <button
            type="button"
            className={classes.toggle}
            aria-expanded={isOpened}
            aria-label={labels.edit}
            onClick={toggle}
          >
            {title}
          </button>
          {meta}
        </div>
        <Group gap={4} wrap="nowrap" className={classes.buttons}>
          <CardButton icon={IconArrowUp} label={labels.up} onClick={entry.onUp} />
          <CardButton icon={IconArrowDown} label={labels.down} onClick={entry.onDown} />
          <CardButton icon={IconTrash} label={labels.remove} onClick={onRemove} />
          <ActionIcon variant="subtle" color="gray" size={36} aria-hidden tabIndex={-1} onClick={toggle}>
            <IconChevronDown size={18} className={classes.chevron} data-opened={isOpened || undefined} />
          </ActionIcon>
        </Group>
      </div>
      {isOpened && children}
    </li>
  )
}

interface FixedCardProps {
  leading: React.ReactNode
  children: React.ReactNode
}

/** An entry among the others that cannot be changed. */
export const FixedCard = ({ leading, children }: FixedCardProps) => (
  <li className={classes.card} data-quiet>
    <div className={classes.head}>
      <span className={classes.leading}>{leading}</span>
      <div className={classes.words}>{children}</div>
    </div>
  </li>
)

interface CardButtonProps {
  icon: typeof IconTrash
  label: string
  onClick: (() => void) | undefined
}

function CardButton({ icon: Glyph, label, onClick }: CardButtonProps) {
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={36}
      className={classes.quiet}
      aria-label={label}
      // Stays in the tab order at the ends of the list, so that the focus is not lost while moving.
      aria-disabled={!onClick}
      data-disabled={!onClick || undefined}
      onClick={() => onClick?.()}
    >
      <Glyph size={18} />
    </ActionIcon>
  )
}
