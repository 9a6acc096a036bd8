import { ActionIcon, Button, Group } from '@mantine/core'
import { IconEye, IconEyeOff, IconGift, IconShieldCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatTime } from '~/lib/dates'
import { formatNumber } from '~/lib/numbers'
import classes from './DrawLists.module.css'
import type { Winner } from './drawState'
import type { Draw, Prize, Settings } from './queries'
import { VerifyModal } from './VerifyModal'
import { VoidModal } from './VoidModal'

interface DrawListsProps {
  eventId: string
  draw: Draw
  /** Only for the event's owner. */
  own?: Settings
}

/** The prizes and the winners. */
export function DrawLists({ eventId, draw, own }: DrawListsProps) {
  const { t } = useTranslation()
  const [checked, setChecked] = useState<Winner | null>(null)
  const [voided, setVoided] = useState<Winner | null>(null)
  const [reveals, setReveals] = useState(false)
  const isFull = draw.nameForm === 'full'
  const ownOf = (winner: Winner) =>
    isFull || reveals ? own?.winners.find(({ id }) => id === winner.id) : undefined
  return (
    <aside className={classes.lists} aria-label={t('luckyDraw.lists.title')}>
      {draw.prizes.length > 0 && (
        <section>
          <h2>{t('luckyDraw.lists.prizes')}</h2>
          <ul className={classes.list}>
            {draw.prizes.map((prize) => (
              <PrizeRow key={prize.id} prize={prize} />
            ))}
          </ul>
        </section>
      )}
      <section>
        <Group justify="space-between" wrap="nowrap">
          <h2>{t('luckyDraw.lists.winners')}</h2>
          {own && !isFull && draw.winners.length > 0 && (
            // Without words on the screen, because the hall reads along.
            <ActionIcon
              role="switch"
              aria-checked={reveals}
              aria-label={t('luckyDraw.lists.reveal')}
              variant="subtle"
              color="gray.0"
              size={40}
              data-control
              onClick={() => setReveals(!reveals)}
            >
              {reveals ? <IconEyeOff size={20} /> : <IconEye size={20} />}
            </ActionIcon>
          )}
        </Group>
        {draw.winners.length === 0 && <p className={classes.none}>{t('luckyDraw.lists.nobody')}</p>}
        <ol className={classes.list}>
          {draw.winners.map((winner) => (
            <li key={winner.id} className={classes.winner}>
              <strong>{ownOf(winner)?.fullName ?? winner.name}</strong>
              <span>
                {[ownOf(winner)?.company, winner.prize, formatTime(winner.drawnAt)]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
              <Group gap="xs" className={classes.acts} data-control>
                {draw.isOpen && (
                  <Button
                    variant="white"
                    size="compact-sm"
                    leftSection={<IconShieldCheck size={16} />}
                    aria-label={t('luckyDraw.verify.openNamed', { name: winner.name })}
                    onClick={() => setChecked(winner)}
                  >
                    {t('luckyDraw.verify.open')}
                  </Button>
                )}
                {own && (
                  <Button
                    variant="white"
                    color="red"
                    size="compact-sm"
                    aria-label={t('luckyDraw.void.openNamed', { name: winner.name })}
                    onClick={() => setVoided(winner)}
                  >
                    {t('luckyDraw.void.open')}
                  </Button>
                )}
              </Group>
            </li>
          ))}
        </ol>
      </section>
      {checked && <VerifyModal eventId={eventId} winner={checked} onClose={() => setChecked(null)} />}
      {voided && <VoidModal eventId={eventId} winner={voided} onClose={() => setVoided(null)} />}
    </aside>
  )
}

function PrizeRow({ prize }: { prize: Prize }) {
  const { t } = useTranslation()
  const left = prize.quantity - prize.drawn
  return (
    <li className={classes.prize} data-gone={left === 0 || undefined}>
      {prize.image ? <img src={prize.image} alt="" /> : <IconGift size={28} stroke={1.5} aria-hidden />}
      <div>
        <strong>{prize.name}</strong>
        <span>
          {left === 0
            ? t('luckyDraw.lists.gone')
            : t('luckyDraw.lists.left', {
                number: formatNumber(left),
                quantity: formatNumber(prize.quantity),
              })}
        </span>
      </div>
    </li>
  )
}
