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
import type { Draw } from './queries'
import { useDrawing } from './useDrawing'

interface DrawControlsProps {
  eventId: string
  draw: Draw
  isTurning: boolean
  onDrawn: (winner: Winner) => void
}

const NO_PRIZE = ''
const MAX_WORD = bounds.DrawBody_word_maxLength

/** The owner's controls: prize, list and draw. */
export function DrawControls({ eventId, draw, isTurning, onDrawn }: DrawControlsProps) {
  const { t } = useTranslation()
  const [picked, setPicked] = useState<string | null>(null)
  const [word, setWord] = useState('')
  const { locking, drawing } = useDrawing(eventId, draw, (winner) => {
    setWord('')
    onDrawn(winner)
  })
  const left = draw.prizes.filter(({ quantity, drawn }) => drawn < quantity)
  const prize = picked === NO_PRIZE ? undefined : (left.find(({ id }) => id === picked) ?? left[0])
  const isUsedUp = draw.prizes.length > 0 && left.length === 0
  const isBusy = isTurning || drawing.isPending || locking.isPending
  const isEmpty = draw.total === 0 && !draw.round
  const start = () => {
    if (!isBusy && !isEmpty) drawing.mutate({ prizeId: prize?.id ?? null, word: draw.round ? word : '' })
  }
  useStageKeys({ onAct: start })
  const refused = drawing.error ?? locking.error
  const newcomers = draw.round ? draw.total - draw.round.poolSize : 0

  return (
    <div className={classes.controls}>
      <Group align="flex-end" gap="sm">
        {draw.prizes.length > 0 && (
          <NativeSelect
            label={t('luckyDraw.controls.prize')}
            value={prize?.id ?? NO_PRIZE}
            onChange={(event) => setPicked(event.currentTarget.value)}
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
            value={word}
            maxLength={MAX_WORD}
            onChange={(event) => setWord(event.currentTarget.value)}
            className={classes.word}
          />
        )}
        <Button
          variant="default"
          size="md"
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
          color="marigold.5"
          c="black"
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
