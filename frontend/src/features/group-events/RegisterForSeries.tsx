import { Alert, Button, List } from '@mantine/core'
import { IconChecks, IconInfoCircle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { confirm } from '~/components/confirm'
import { formatDate } from '~/lib/dates'
import { formatNumber } from '~/lib/numbers'
import { hasSeats } from './GroupEventRow'
import {
  type GroupEvent,
  needsOnly,
  type Registrant,
  type RegistrationsOutcome,
  useRegistrationForAll,
} from './queries'

interface RegisterForSeriesProps {
  /** All coming events of the group, or of one series. */
  coming: GroupEvent[]
  registrant: Registrant
  onRefused: (outcome: RegistrationsOutcome) => void
}

/** A button for each series of which several coming meetings need no more than the profile. */
export function RegisterForSeries({ coming, ...registering }: RegisterForSeriesProps) {
  const open = coming.filter(
    (event) => needsOnly(registering.registrant, event) && !event.registration && hasSeats(event),
  )
  const series = new Set(open.flatMap(({ seriesId }) => seriesId ?? []))
  return [...series].map((id) => {
    const meetings = open.filter(({ seriesId }) => seriesId === id)
    return meetings.length > 1 && <RegisterForAll key={id} meetings={meetings} {...registering} />
  })
}

interface RegisterForAllProps extends Pick<RegisterForSeriesProps, 'registrant' | 'onRefused'> {
  meetings: GroupEvent[]
}

function RegisterForAll({ meetings, registrant, onRefused }: RegisterForAllProps) {
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
      mb="md"
      mr="xs"
      variant="default"
      h="auto"
      mih={36}
      py={6}
      styles={{ label: { whiteSpace: 'normal', lineHeight: 1.4 } }}
      leftSection={<IconChecks size={16} />}
      loading={isPending}
      onClick={() => void ask()}
    >
      {t('groupEvents.registerForAll.action', { count, title: first.title })}
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
