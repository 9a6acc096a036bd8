import { Button, Popover, UnstyledButton } from '@mantine/core'
import { useTimeout, useWindowEvent } from '@mantine/hooks'
import { IconHeart } from '@tabler/icons-react'
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './Posts.module.css'
import type { Post, ReactionKind } from './queries'
import { EMOJI, KINDS } from './reactions'
import { useReaction } from './useReaction'

/** Milliseconds until the row opens under a resting mouse and under a finger, and until it closes behind a mouse. */
const HOVER = 400
const HOLD = 350
const LEAVE = 300

/** Where an arrow key leads in the row; other keys lead nowhere. */
const STEPS: Partial<Record<string, (at: number) => number>> = {
  ArrowRight: (at) => at + 1,
  ArrowDown: (at) => at + 1,
  ArrowLeft: (at) => at - 1,
  ArrowUp: (at) => at - 1,
  Home: () => 0,
  End: () => -1,
}

const isMouse = ({ pointerType }: PointerEvent) => pointerType === 'mouse'

/**
 * Likes a post with one press, and takes the caller's reaction back with the next. A resting mouse, a held finger or an
 * arrow key opens the row of all reactions.
 */
export function ReactionButton({ post }: { post: Post }) {
  const { t } = useTranslation()
  const react = useReaction(post)
  const { own } = post.reactions
  // Only keys move the focus into the row.
  const [openedBy, setOpenedBy] = useState<'pointer' | 'keys' | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  const row = useRef<HTMLDivElement>(null)
  // The press that ends a hold chooses nothing.
  const isHeld = useRef(false)
  const hasFocus = () => row.current?.contains(document.activeElement) ?? false
  const close = () => {
    if (hasFocus()) button.current?.focus()
    setOpenedBy(null)
  }
  const hover = useTimeout(() => setOpenedBy('pointer'), HOVER)
  const leave = useTimeout(() => hasFocus() || close(), LEAVE)
  const hold = useTimeout(() => {
    isHeld.current = true
    setOpenedBy('pointer')
  }, HOLD)
  const choose = (kind: ReactionKind | null) => {
    hover.clear()
    close()
    react(kind)
  }
  useWindowEvent('keydown', ({ key }) => {
    if (key === 'Escape' && openedBy) close()
  })
  return (
    <Popover
      opened={openedBy !== null}
      onChange={(isOpened) => isOpened || close()}
      disabled={!post.rights.canAnswer}
      position="top-start"
      closeOnEscape={false}
      // Those of a dialog; this is a menu.
      withRoles={false}
      // The row follows its button for the tab key and for screen readers.
      withinPortal={false}
      transitionProps={{ transition: 'pop-bottom-left', duration: 150 }}
    >
      <Popover.Target>
        <Button
          ref={button}
          className={classes.react}
          variant="subtle"
          color={own === 'heart' ? 'red' : own ? undefined : 'gray'}
          aria-pressed={own !== null}
          aria-haspopup="menu"
          aria-expanded={openedBy !== null}
          aria-description={t('posts.reactions.hint')}
          disabled={!post.rights.canAnswer}
          leftSection={own ? <Emoji kind={own} /> : <IconHeart size={18} />}
          onClick={() => {
            if (!isHeld.current) choose(own ? null : 'heart')
            isHeld.current = false
          }}
          onKeyDown={(event) => {
            isHeld.current = false
            if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
            event.preventDefault()
            setOpenedBy('keys')
          }}
          onPointerEnter={(event) => {
            leave.clear()
            if (isMouse(event)) hover.start()
          }}
          onPointerDown={(event) => {
            isHeld.current = false
            if (!isMouse(event)) hold.start()
          }}
          onPointerUp={hold.clear}
          onPointerCancel={hold.clear}
          onPointerLeave={(event) => {
            hover.clear()
            hold.clear()
            if (isMouse(event)) leave.start()
          }}
          onContextMenu={(event) => isHeld.current && event.preventDefault()}
        >
          {own ? t(`posts.reactions.kinds.${own}`) : t('posts.like.action')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown
        ref={row}
        role="menu"
        aria-label={t('posts.reactions.choose')}
        className={classes.choices}
        onPointerEnter={leave.clear}
        onPointerLeave={(event) => isMouse(event) && leave.start()}
        onBlur={({ relatedTarget }) => {
          const isAway =
            relatedTarget && relatedTarget !== button.current && !row.current?.contains(relatedTarget)
          if (isAway) setOpenedBy(null)
        }}
      >
        <Choices
          own={own}
          takesFocus={openedBy === 'keys'}
          onChoose={(kind) => choose(kind === own ? null : kind)}
        />
      </Popover.Dropdown>
    </Popover>
  )
}

interface ChoicesProps {
  own: ReactionKind | null
  takesFocus: boolean
  onChoose: (kind: ReactionKind) => void
}

function Choices({ own, takesFocus, onChoose }: ChoicesProps) {
  const { t } = useTranslation()
  const items = useRef<(HTMLButtonElement | null)[]>([])
  const first = own ? KINDS.indexOf(own) : 0
  useEffect(() => {
    // Without scrolling: the row gets its place only after this.
    if (takesFocus) items.current[first]?.focus({ preventScroll: true })
  }, [takesFocus, first])
  const move = (event: KeyboardEvent, at: number) => {
    const next = STEPS[event.key]?.(at)
    if (next === undefined) return
    event.preventDefault()
    items.current.at(next % KINDS.length)?.focus()
  }
  return KINDS.map((kind, at) => (
    <UnstyledButton
      key={kind}
      ref={(item) => {
        items.current[at] = item
      }}
      className={classes.choice}
      role="menuitemradio"
      aria-checked={kind === own}
      aria-label={t(`posts.reactions.kinds.${kind}`)}
      title={t(`posts.reactions.kinds.${kind}`)}
      tabIndex={at === first ? 0 : -1}
      onClick={() => onChoose(kind)}
      onKeyDown={(event) => move(event, at)}
    >
      <Emoji kind={kind} />
    </UnstyledButton>
  ))
}

/** The sign of a reaction, as the system draws it. Its name stands beside it. */
export function Emoji({ kind }: { kind: ReactionKind }) {
  return (
    <span className={classes.emoji} aria-hidden>
      {EMOJI[kind]}
    </span>
  )
}
