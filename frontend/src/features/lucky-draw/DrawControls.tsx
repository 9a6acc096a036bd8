import { Button, Group, Kbd, NativeSelect, Text, TextInput } from '@mantine/core'
import { IconLock, IconRefresh, IconWheel } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as bounds from '~/api/bounds'
import { useStageKeys } from '~/components/stageKeys'
import { ApiError } from '~/lib/apiError'
import { formatNumber } from '~/lib/numbers'
import classes from './DrawControls.module.css'
import type { Winner } from './drawState'
import { NO_PRIZE, prizeChoice } from './prizeChoice'
import type { Draw } from './queries'
import { useDrawing } from './useDrawing'

interface DrawControlsProps {
  eventId: string
  draw: Draw
  /** The number of the last round that was drawn; 0 before the first. */
  after: number
  /** The chosen prize, `NO_PRIZE`, or null before a choice. */
  picked: string | null
  onPick: (picked: string) => void
  isTurning: boolean
  /** On a phone that is held in a hall, not looked at: larger, and no word of keys. */
  isRemote: boolean
  onDrawn: (winner: Winner) => void
}

const MAX_WORD = bounds.DrawBody_word_maxLength

/** The owner's controls: prize, list and draw. */
export function DrawControls(props: DrawControlsProps) {
  const { eventId, draw, after, picked, onPick, isTurning, isRemote, onDrawn } = props
  const { t } = useTranslation()
  const [word, setWord] = useState('')
  const { locking, drawing } = useDrawing(eventId, draw, after, (winner) => {
    setWord('')
    onDrawn(winner)
  })
  const { left, prize } = prizeChoice(draw, picked)
  const isUsedUp = draw.prizes.length > 0 && left.length === 0
  const isBusy = isTurning || drawing.isPending || locking.isPending
  const isEmpty = draw.total === 0 && !draw.round
  const start = () => {
    if (!isBusy && !isEmpty) drawing.mutate({ prizeId: prize?.id ?? null, word: draw.round ? word : '' })
  }
  useStageKeys({ onAct: start })
  const refused = drawing.error ?? locking.error
  const newcomers = draw.round ? draw.total - draw.round.poolSize : 0

  const large = isRemote ? { h: 56 } : {}

  return (
    <div className={classes.controls} data-remote={isRemote || undefined}>
      <Group align="flex-end" gap="sm">
        {draw.prizes.length > 0 && (
          <NativeSelect
            label={t('luckyDraw.controls.prize')}
            size={isRemote ? 'xl' : undefined}
            value={prize?.id ?? NO_PRIZE}
            onChange={(event) => onPick(event.currentTarget.value)}
            data={[
              ...left.map(({ id, name, quantity, drawn }) => ({
                value: id,
                label: t('luckyDraw.controls.left', { name, number: formatNumber(quantity - drawn) }),
              })),
              { value: NO_PRIZE, label: t('luckyDraw.controls.noPrize') },
            ]}
            className={classes.prize}
          />
        )}
        {draw.round && (
          <TextInput
            label={t('luckyDraw.controls.word')}
            description={t('luckyDraw.controls.wordHint')}
            size={isRemote ? 'xl' : undefined}
            value={word}
            maxLength={MAX_WORD}
            onChange={(event) => setWord(event.currentTarget.value)}
            className={classes.word}
          />
        )}
        <Button
          variant="default"
          size="md"
          {...large}
          flex="1 0 auto"
          leftSection={draw.round ? <IconRefresh size={18} /> : <IconLock size={18} />}
          loading={locking.isPending}
          disabled={isTurning || drawing.isPending || draw.total === 0}
          onClick={() => locking.mutate()}
        >
          {t(draw.round ? 'luckyDraw.controls.lockAgain' : 'luckyDraw.controls.lock')}
        </Button>
        <Button
          size="lg"
          {...large}
          color="marigold.5"
          autoContrast
          className={classes.draw}
          leftSection={<IconWheel size={24} />}
          rightSection={
            <Kbd aria-hidden className={classes.keys}>
              Enter
            </Kbd>
          }
          aria-keyshortcuts="Space Enter"
          loading={drawing.isPending}
          disabled={isBusy || isEmpty}
          onClick={start}
        >
          {t('luckyDraw.controls.draw')}
        </Button>
      </Group>
      {refused && (
        <Text size="sm" role="alert" className={classes.refused}>
          {(refused instanceof ApiError && refused.messages.join(' ')) || t('common.loadFailed.description')}
        </Text>
      )}
      <Text size="sm" role="status">
        {[
          isUsedUp && t('luckyDraw.controls.usedUp'),
          newcomers > 0 &&
            t('luckyDraw.controls.newcomers', { count: newcomers, number: formatNumber(newcomers) }),
        ]
          .filter(Boolean)
          .join(' ')}
        {!isUsedUp && newcomers <= 0 && <span className={classes.keys}>{t('luckyDraw.controls.keys')}</span>}
      </Text>
    </div>
  )
}
