import { Button } from '@mantine/core'
import { IconDeviceProjector, IconHistory, IconMail, IconUserPlus, IconWheel } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { DisabledWithReason } from '~/components/DisabledWithReason'

interface ScreenButtonsProps {
  eventId: string
  /** Why the event cannot be changed; absent if it can. */
  disabledReason: string | undefined
  onWelcoming: () => void
  onActivities: () => void
  onAdd: () => void
}

export function ScreenButtons({
  eventId,
  disabledReason,
  onWelcoming,
  onActivities,
  onAdd,
}: ScreenButtonsProps) {
  const { t } = useTranslation()
  return (
    <>
      <Button variant="default" leftSection={<IconHistory size={18} />} onClick={onActivities}>
        {t('events.activities.title')}
      </Button>
      <Button
        variant="default"
        leftSection={<IconMail size={18} />}
        renderRoot={(props) => (
          <Link {...props} to="/participant-management/$eventId/messages" params={{ eventId }} />
        )}
      >
        {t('messages.title')}
      </Button>
      <DisabledWithReason reason={disabledReason}>
        <Button
          variant="default"
          leftSection={<IconWheel size={18} />}
          renderRoot={(props) => <Link {...props} to="/lucky-draw/$eventId" params={{ eventId }} />}
        >
          {t('participants.luckyDraw')}
        </Button>
      </DisabledWithReason>
      <DisabledWithReason reason={disabledReason}>
        <Button variant="default" leftSection={<IconDeviceProjector size={18} />} onClick={onWelcoming}>
          {t('checkin.welcoming.title')}
        </Button>
      </DisabledWithReason>
      <DisabledWithReason reason={disabledReason}>
        <Button leftSection={<IconUserPlus size={18} />} onClick={onAdd}>
          {t('participants.add')}
        </Button>
      </DisabledWithReason>
    </>
  )
}
