import { Button, Stack } from '@mantine/core'
import { IconArrowRight, IconRefresh } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Winner } from './drawState'
import type { Prize } from './queries'
import { VoidModal } from './VoidModal'

interface RemoteAnswerProps {
  eventId: string
  winner: Winner
  /** The prize that is drawn next; absent for a draw without one. */
  prize?: Prize
  onNext: () => void
  onTaken: (winner: Winner) => void
}

/** The answers to a result: it stands and the draw goes on, or it is taken back and drawn again. */
export function RemoteAnswer({ eventId, winner, prize, onNext, onTaken }: RemoteAnswerProps) {
  const { t } = useTranslation()
  const [isVoiding, setVoiding] = useState(false)
  return (
    <Stack w="100%" gap="sm">
      <Button
        h={56}
        fz="md"
        color="marigold.5"
        c="black"
        rightSection={<IconArrowRight size={20} />}
        onClick={onNext}
      >
        {prize ? t('luckyDraw.remote.next', { prize: prize.name }) : t('luckyDraw.stage.back')}
      </Button>
      <Button
        h={56}
        fz="md"
        variant="white"
        color="red"
        leftSection={<IconRefresh size={20} />}
        onClick={() => setVoiding(true)}
      >
        {t('luckyDraw.remote.again')}
      </Button>
      {isVoiding && (
        <VoidModal
          eventId={eventId}
          winner={winner}
          onTaken={() => onTaken(winner)}
          onClose={() => setVoiding(false)}
        />
      )}
    </Stack>
  )
}
