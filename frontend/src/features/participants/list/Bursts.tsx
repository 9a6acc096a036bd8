import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { IconUsersPlus } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { answer, api } from '~/lib/api'
import { formatDateTime } from '~/lib/dates'
import { formatNumber } from '~/lib/numbers'
import { burstsQuery } from '../queries'

interface BurstsProps {
  eventId: string
  /** Shows the registrations of a burst alone. */
  onShow: (burst: string) => void
}

/** Warnings about many registrations from one network address within a short time. */
export function Bursts({ eventId, onShow }: BurstsProps) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const bursts = useQuery(burstsQuery(eventId)).data ?? []
  const dismissal = useMutation({
    mutationFn: (id: string) =>
      answer(api.DELETE('/event/{eventId}/registration-bursts/{id}', { params: { path: { eventId, id } } })),
    onSettled: () => queryClient.invalidateQueries(burstsQuery(eventId)),
  })
  if (bursts.length === 0) return null
  return (
    <Alert
      color="marigold"
      mb="md"
      icon={<IconUsersPlus />}
      title={t(bursts.length === 1 ? 'participants.bursts.title' : 'participants.bursts.titleMany', {
        count: bursts.length,
      })}
    >
      <Stack gap="sm">
        <Text size="sm">{t('participants.bursts.hint')}</Text>
        {bursts.map(({ id, startedAt, registrations }) => {
          const burst = t('participants.bursts.one', {
            count: registrations,
            number: formatNumber(registrations),
            time: formatDateTime(startedAt),
          })
          return (
            <Group key={id} gap="sm">
              <Text size="sm" fw={600}>
                {burst}
              </Text>
              <Button
                size="compact-sm"
                variant="default"
                aria-label={`${t('participants.bursts.show')}: ${burst}`}
                onClick={() => onShow(id)}
              >
                {t('participants.bursts.show')}
              </Button>
              <Button
                size="compact-sm"
                variant="default"
                aria-label={`${t('participants.bursts.dismiss')}: ${burst}`}
                loading={dismissal.isPending && dismissal.variables === id}
                onClick={() => dismissal.mutate(id)}
              >
                {t('participants.bursts.dismiss')}
              </Button>
            </Group>
          )
        })}
        <Button
          size="compact-sm"
          variant="default"
          style={{ alignSelf: 'flex-start' }}
          renderRoot={(props) => (
            <Link
              to="/event-management/edit/$eventId"
              params={{ eventId }}
              search={{ step: 'formInfo' }}
              {...props}
            />
          )}
        >
          {t('participants.bursts.limit')}
        </Button>
      </Stack>
    </Alert>
  )
}
