import { Alert, Button, Group } from '@mantine/core'
import { IconAlertTriangle, IconFileDescription } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { confirm } from '~/components/confirm'
import { formatDateTime } from '~/lib/dates'
import { formatNumber } from '~/lib/numbers'

/** Warns at the beginning that the plan allows no further event; a draft can still be stored. */
export function LimitNotice({ limit }: { limit: number }) {
  const { t } = useTranslation()
  return (
    <Alert
      icon={<IconAlertTriangle size={20} />}
      color="marigold"
      mb="lg"
      variant="light"
      title={t('common.atLimit')}
    >
      {t('events.atLimitHint', { count: limit, number: formatNumber(limit) })}
    </Alert>
  )
}

interface LocalDraftNoticeProps {
  savedAt: number
  lostImages: boolean
  onStartOver: () => void
}

/** Says that the wizard shows a draft that this device kept when its page went away. */
export function LocalDraftNotice({ savedAt, lostImages, onStartOver }: LocalDraftNoticeProps) {
  const { t } = useTranslation()
  const ask = async () => {
    const agreed = await confirm({
      title: t('events.wizard.startOver.title'),
      message: t('events.wizard.startOver.message'),
      confirm: t('events.wizard.startOver.action'),
      dangerous: true,
    })
    if (agreed) onStartOver()
  }
  return (
    <Alert icon={<IconFileDescription size={20} />} mb="lg" variant="light">
      <Group justify="space-between" gap="sm">
        <span>
          {t('events.wizard.restored', { date: formatDateTime(savedAt) })}
          {lostImages && ` ${t('events.wizard.lostImages')}`}
        </span>
        <Button variant="default" size="compact-md" onClick={() => void ask()}>
          {t('events.wizard.startOver.action')}
        </Button>
      </Group>
    </Alert>
  )
}
