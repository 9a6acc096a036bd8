import { Alert, Button, List } from '@mantine/core'
import { IconChecks, IconInfoCircle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { confirm } from '~/components/confirm'
import { formatDate } from '~/lib/dates'
import { formatNumber } from '~/lib/numbers'
import { type GroupEvent, type Registrant, type RegistrationsOutcome, useRegistrationForAll } from './queries'

interface RegisterForAllProps {
  /** Those of a series for which one press registers the caller. */
  meetings: readonly GroupEvent[]
  registrant: Registrant
  onRefused: (outcome: RegistrationsOutcome) => void
}

/** Registers for several meetings of a series, after a question. */
export function RegisterForAll({ meetings, registrant, onRefused }: RegisterForAllProps) {
  const { t } = useTranslation()
  const { mutate, isPending } = useRegistrationForAll(onRefused)
  const [first, last] = [meetings[0], meetings.at(-1)]
  if (!first || !last) return null
  const count = meetings.length
  const ask = async () => {
    const agreed = await confirm({
      title: t('groupEvents.registerForAll.title', { count, title: first.title }),
      message: t('groupEvents.registerForAll.message', {
        from: formatDate(first.eventStartDate),
        to: formatDate(last.eventStartDate),
      }),
      confirm: t('groupEvents.register'),
    })
    if (agreed) mutate({ events: meetings, registrant })
  }
  return (
    <Button
      leftSection={<IconChecks size={16} />}
      aria-label={t('groupEvents.registerForAll.actionNamed', { count, title: first.title })}
      loading={isPending}
      onClick={() => void ask()}
    >
      {t('groupEvents.registerForAll.action', { count })}
    </Button>
  )
}

/** The meetings for which the caller could not be registered together with others, and why. */
export function RefusedMeetings({
  outcome: { taken, refused },
  onClose,
}: {
  outcome: RegistrationsOutcome
  onClose: () => void
}) {
  const { t } = useTranslation()
  return (
    <Alert
      role="status"
      color="marigold"
      icon={<IconInfoCircle size={18} />}
      title={t('groupEvents.registerForAll.refused', {
        count: taken.length + refused.length,
        taken: formatNumber(taken.length),
      })}
      mb="md"
      withCloseButton
      closeButtonLabel={t('common.close')}
      onClose={onClose}
    >
      <List size="sm">
        {refused.map(({ event: { id, title, eventStartDate }, reasons }) => (
          <List.Item key={id}>
            {t('groupEvents.registerForAll.refusedMeeting', {
              title,
              date: formatDate(eventStartDate),
              reason: reasons.join(' ') || t('common.toast.error'),
            })}
          </List.Item>
        ))}
      </List>
    </Alert>
  )
}
