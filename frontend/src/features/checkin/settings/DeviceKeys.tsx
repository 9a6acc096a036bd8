import { Button, Checkbox, Group, Skeleton, Stack, Switch, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconDeviceMobilePlus } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as bounds from '~/api/bounds'
import type { components } from '~/api/schema'
import { confirm } from '~/components/confirm'
import { ErrorState } from '~/components/ErrorState'
import { showFormError, whenValid } from '~/components/formErrors'
import { toast } from '~/components/toast'
import { useKeptForm } from '~/components/useKept'
import { answer, api } from '~/lib/api'
import { formatDateTime } from '~/lib/dates'
import { requiredText } from '~/lib/validators'
import { keysQuery } from '../queries'
import classes from './DeviceKeys.module.css'
import { NewDeviceLink } from './NewDeviceLink'

type Schemas = components['schemas']

/** Characters of a device's name that the server takes. */
const MAX_LABEL = bounds.MakeCheckinKey_label_maxLength

/** Pairs a device by a link that is shown once, and lists the paired ones to be revoked. */
export function DeviceKeys({ eventId }: { eventId: string }) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const form = useForm({
    initialValues: { label: '', servesGuests: false },
    validate: { label: requiredText(MAX_LABEL) },
  })
  useKeptForm(form, 'device')
  const [made, setMade] = useState<Schemas['NewCheckinKey'] | null>(null)
  const make = useMutation({
    mutationFn: (body: typeof form.values) =>
      answer(api.POST('/event/{eventId}/checkin-keys', { params: { path: { eventId } }, body })),
    onSuccess: ({ data }) => {
      setMade(data)
      form.reset()
      return queryClient.invalidateQueries(keysQuery(eventId))
    },
    onError: showFormError(form),
  })

  return (
    <Stack>
      <Text c="dimmed">{t('checkin.welcoming.pairHint')}</Text>
      <form noValidate onSubmit={whenValid(form, make.mutate)}>
        <Group align="flex-end" gap="sm">
          <TextInput
            label={t('checkin.welcoming.label')}
            placeholder={t('checkin.welcoming.labelExample')}
            maxLength={MAX_LABEL}
            flex="1 1 200px"
            {...form.getInputProps('label')}
          />
          <Button
            type="submit"
            leftSection={<IconDeviceMobilePlus size={18} />}
            disabled={form.values.label.trim() === ''}
            loading={make.isPending}
          >
            {t('checkin.welcoming.make')}
          </Button>
        </Group>
        <Checkbox
          mt="sm"
          label={t('checkin.welcoming.servesGuests')}
          description={t('checkin.welcoming.servesGuestsHint')}
          {...form.getInputProps('servesGuests', { type: 'checkbox' })}
        />
      </form>
      {made && <NewDeviceLink made={made} />}
      <Paired
        eventId={eventId}
        onRevoked={(id) => setMade((before) => (before?.id === id ? null : before))}
      />
    </Stack>
  )
}

function Paired({ eventId, onRevoked }: { eventId: string; onRevoked: (id: string) => void }) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const keys = useQuery(keysQuery(eventId))
  const revoke = useMutation({
    mutationFn: (id: string) =>
      answer(api.DELETE('/event/{eventId}/checkin-keys/{id}', { params: { path: { eventId, id } } })),
    onSuccess: ({ messages }, id) => {
      toast.success(messages)
      onRevoked(id)
    },
    onSettled: () => queryClient.invalidateQueries(keysQuery(eventId)),
  })
  const change = useMutation({
    mutationFn: ({ id, servesGuests }: Pick<Schemas['CheckinKey'], 'id' | 'servesGuests'>) =>
      answer(
        api.PUT('/event/{eventId}/checkin-keys/{id}', {
          params: { path: { eventId, id } },
          body: { servesGuests },
        }),
      ),
    onSettled: () => queryClient.invalidateQueries(keysQuery(eventId)),
  })
  const ask = async ({ id, label }: Schemas['CheckinKey']) => {
    const question = {
      title: t('checkin.welcoming.revokeTitle', { label }),
      message: t('checkin.welcoming.revokeMessage'),
    }
    const agreed = await confirm({
      ...question,
      confirm: t('checkin.welcoming.revoke'),
      dangerous: true,
    })
    if (agreed) revoke.mutate(id)
  }

  if (!keys.data) {
    if (keys.error) return <ErrorState error={keys.error} onRetry={() => void keys.refetch()} />
    return <Skeleton height={72} radius="md" />
  }
  if (keys.data.length === 0) return <Text size="sm">{t('checkin.welcoming.none')}</Text>
  return (
    <ul className={classes.keys} aria-label={t('checkin.welcoming.paired')}>
      {keys.data.map((key) => (
        <li key={key.id}>
          <div>
            <Text fw={500}>{key.label}</Text>
            <Text size="sm" c="dimmed">
              {key.lastUsedAt
                ? t('checkin.welcoming.lastUsed', { time: formatDateTime(key.lastUsedAt) })
                : t('checkin.welcoming.neverUsed', { time: formatDateTime(key.createdAt) })}
            </Text>
            <Switch
              mt={4}
              label={t('checkin.welcoming.servesGuests')}
              aria-label={t('checkin.welcoming.servesGuestsName', { label: key.label })}
              checked={
                change.variables?.id === key.id && change.isPending
                  ? change.variables.servesGuests
                  : key.servesGuests
              }
              onChange={(event) => change.mutate({ id: key.id, servesGuests: event.currentTarget.checked })}
            />
          </div>
          <Button
            variant="subtle"
            color="red"
            flex="none"
            aria-label={t('checkin.welcoming.revokeName', { label: key.label })}
            onClick={() => void ask(key)}
          >
            {t('checkin.welcoming.revoke')}
          </Button>
        </li>
      ))}
    </ul>
  )
}
