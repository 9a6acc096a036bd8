import { Anchor, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import classes from '~/components/dividedList.module.css'
import { ErrorState } from '~/components/ErrorState'
import { OwnCodes } from '~/features/invitation-codes/OwnCodes'
import { formatNumber } from '~/lib/numbers'
import { CheckinBadge } from '../badges'
import { guestsQuery, type Participant } from '../queries'

interface ParticipantGuestsProps {
  eventId: string
  participant: Participant
  onOpen: (id: string) => void
  /** Shows all guests in the list, where they can be searched and filtered. */
  onList: () => void
}

/** The participant's own invitation codes, and the guests who used them. */
export function ParticipantGuests({ eventId, participant, onOpen, onList }: ParticipantGuestsProps) {
  const { t } = useTranslation()
  const { id, fullName } = participant
  return (
    <Stack gap="xl">
      <section aria-label={t('participants.guests.codes')}>
        <Title order={3} fz="md" mb="xs">
          {t('participants.guests.codes')}
        </Title>
        <Text size="sm" c="dimmed" mb="md">
          {t('participants.guests.codesHint', { name: fullName })}
        </Text>
        <OwnCodes eventId={eventId} ownerId={id} />
      </section>
      <section aria-label={t('participants.guests.title')}>
        <Title order={3} fz="md" mb="xs">
          {t('participants.guests.title')}
        </Title>
        <GuestList eventId={eventId} id={id} onOpen={onOpen} onList={onList} />
      </section>
    </Stack>
  )
}

interface GuestListProps extends Pick<ParticipantGuestsProps, 'eventId' | 'onOpen' | 'onList'> {
  id: string
}

function GuestList({ eventId, id, onOpen, onList }: GuestListProps) {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery(guestsQuery(eventId, id))
  if (!data) {
    return error ? (
      <ErrorState error={error} onRetry={() => void refetch()} />
    ) : (
      <div role="status" aria-label={t('common.table.loading')}>
        <Skeleton height={120} radius="md" />
      </div>
    )
  }
  if (data.total === 0) return <Text c="dimmed">{t('participants.guests.none')}</Text>
  const { items, total, checkedIn } = data
  return (
    <>
      <Group justify="space-between" gap="sm">
        <Text size="sm" c="dimmed">
          {t('participants.guests.counts', {
            total: formatNumber(total),
            checkedIn: formatNumber(checkedIn),
          })}
        </Text>
        <Anchor component="button" type="button" size="sm" onClick={onList}>
          {t('participants.guests.inList')}
        </Anchor>
      </Group>
      <ul className={classes.list}>
        {items.map((guest) => (
          <li key={guest.id}>
            <Group justify="space-between" gap="sm">
              <Anchor component="button" type="button" ta="left" onClick={() => onOpen(guest.id)}>
                {guest.fullName}
              </Anchor>
              <CheckinBadge {...guest} />
            </Group>
            <Text size="sm" c="dimmed">
              {[guest.company, guest.ticket?.name, guest.invitationCode].filter(Boolean).join(' · ')}
            </Text>
          </li>
        ))}
      </ul>
      {total > items.length && (
        <Text size="sm" c="dimmed" mt="sm">
          {t('participants.guests.more', {
            count: total - items.length,
            number: formatNumber(total - items.length),
          })}
        </Text>
      )}
    </>
  )
}
