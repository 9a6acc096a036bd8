import {
  ActionIcon,
  Badge,
  Button,
  Group,
  NumberInput,
  Select,
  SimpleGrid,
  Skeleton,
  Switch,
  Text,
} from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconPencil, IconTicket, IconTrash } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CopyButton } from '~/components/CopyButton'
import classes from '~/components/dividedList.module.css'
import { ErrorState } from '~/components/ErrorState'
import { showFormError, whenValid } from '~/components/formErrors'
import { toast } from '~/components/toast'
import { useKeptForm } from '~/components/useKept'
import { refreshEvent } from '~/features/events/queries'
import { type ParticipationType, useParticipationTypes } from '~/features/tickets/participationType'
import { ticketsQuery } from '~/features/tickets/queries'
import { useTicketChoices } from '~/features/tickets/useTicketChoices'
import { answer, api } from '~/lib/api'
import { formatDateTime } from '~/lib/dates'
import { formatNumber } from '~/lib/numbers'
import { CodeModal } from './CodeModal'
import { type Code, ownCodesQuery } from './queries'
import { useCodeActions } from './useCodeActions'

interface OwnCodesProps {
  eventId: string
  /** The participant whose codes they are. */
  ownerId: string
}

/** The invitation codes that belong to one participant: how many seats each still has, and a form for another one. */
export function OwnCodes({ eventId, ownerId }: OwnCodesProps) {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery(ownCodesQuery(eventId, ownerId))
  if (!data) {
    return error ? (
      <ErrorState error={error} onRetry={() => void refetch()} />
    ) : (
      <div role="status" aria-label={t('common.table.loading')}>
        <Skeleton height={80} radius="md" />
      </div>
    )
  }
  return (
    <>
      {data.items.length === 0 && (
        <Text c="dimmed" mb="md">
          {t('invitationCodes.own.none')}
        </Text>
      )}
      {data.items.length > 0 && (
        <ul className={classes.list}>
          {data.items.map((code) => (
            <OwnCode key={code.id} eventId={eventId} code={code} />
          ))}
        </ul>
      )}
      <NewCode eventId={eventId} ownerId={ownerId} />
    </>
  )
}

function useRefresh(eventId: string) {
  const queryClient = useQueryClient()
  return ({ messages }: { messages: string[] }) => {
    toast.success(messages)
    void refreshEvent(queryClient, eventId)
  }
}

function OwnCode({ eventId, code }: { eventId: string; code: Code }) {
  const { t } = useTranslation()
  const onSuccess = useRefresh(eventId)
  const { id, timesUsed, maxUses, state, isActive, ticketName, expiresAt } = code
  const { remove, isBusy } = useCodeActions(eventId)
  const [isEditing, setIsEditing] = useState(false)
  const { mutate, isPending } = useMutation({
    mutationFn: (wanted: boolean) =>
      answer(
        api.PUT('/event/{eventId}/invitation-codes/{id}', {
          params: { path: { eventId, id } },
          body: { isActive: wanted, version: undefined },
        }),
      ),
    onSuccess,
  })
  const [used, seats] = [formatNumber(timesUsed), formatNumber(maxUses)]
  return (
    <li>
      <Group justify="space-between" gap="sm">
        <Group gap="xs">
          <Text fw={600} ff="monospace">
            {code.code}
          </Text>
          {state !== 'active' && (
            <Badge variant="light" color="gray" tt="none" fw={500}>
              {t(`invitationCodes.state.${state}`)}
            </Badge>
          )}
        </Group>
        <Group gap="xs">
          <CopyButton value={code.link} label={t('invitationCodes.own.copyLink')} />
          <Switch
            checked={isActive}
            disabled={isPending}
            onChange={(event) => mutate(event.currentTarget.checked)}
            aria-label={t('invitationCodes.own.switch', { code: code.code })}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            size={36}
            aria-label={t('invitationCodes.own.edit', { code: code.code })}
            onClick={() => setIsEditing(true)}
          >
            <IconPencil size={18} />
          </ActionIcon>
          {timesUsed === 0 && (
            <ActionIcon
              variant="subtle"
              color="red"
              size={36}
              disabled={isBusy}
              aria-label={t('invitationCodes.own.delete', { code: code.code })}
              onClick={() => void remove([id], code.code)}
            >
              <IconTrash size={18} />
            </ActionIcon>
          )}
        </Group>
      </Group>
      <Text size="sm" c="dimmed" mt={4}>
        {[
          maxUses === -1
            ? t('invitationCodes.own.usedUnlimited', { count: code.timesUsed, used })
            : t('invitationCodes.own.used', { count: maxUses, used, seats }),
          t(`common.participationType.${code.participationType}`),
          ticketName,
          expiresAt && t('invitationCodes.own.expires', { date: formatDateTime(expiresAt) }),
        ]
          .filter(Boolean)
          .join(' · ')}
      </Text>
      {isEditing && <CodeModal eventId={eventId} code={code} onClose={() => setIsEditing(false)} />}
    </li>
  )
}

const MAX_SEATS = 10_000

function NewCode({ eventId, ownerId }: OwnCodesProps) {
  const { t } = useTranslation()
  const onMade = useRefresh(eventId)
  const tickets = useQuery(ticketsQuery(eventId)).data ?? []
  const choices = useTicketChoices(tickets)
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: {
      maxUses: 5 as number | string,
      ticketId: null as string | null,
      participationType: 'INVITED' as ParticipationType,
    },
    validate: {
      maxUses: (value) =>
        Number(value) >= 1 && Number(value) <= MAX_SEATS
          ? null
          : t('invitationCodes.own.seatsWrong', { max: formatNumber(MAX_SEATS) }),
    },
  })
  useKeptForm(form, `own code ${eventId}`)
  const { mutate, isPending } = useMutation({
    mutationFn: ({ maxUses, ticketId, participationType }: typeof form.values) =>
      answer(
        api.POST('/event/{eventId}/invitation-codes', {
          params: { path: { eventId } },
          body: { maxUses: Number(maxUses), ticketId, participationType, ownerAttendanceId: ownerId },
        }),
      ),
    onSuccess: (made) => {
      form.resetDirty()
      onMade(made)
    },
    onError: showFormError(form),
  })
  return (
    <form noValidate onSubmit={whenValid(form, mutate)}>
      <SimpleGrid cols={{ base: 1, sm: 2 }} mt="md" mb="md">
        <NumberInput
          key={form.key('maxUses')}
          {...form.getInputProps('maxUses')}
          label={t('invitationCodes.own.seats')}
          min={1}
          max={MAX_SEATS}
          allowDecimal={false}
          required
        />
        <Select
          key={form.key('participationType')}
          {...form.getInputProps('participationType')}
          label={t('invitationCodes.own.as')}
          data={useParticipationTypes()}
          allowDeselect={false}
        />
        {tickets.length > 0 && (
          <Select
            key={form.key('ticketId')}
            {...form.getInputProps('ticketId')}
            label={t('participants.field.ticketId')}
            placeholder={t('invitationCodes.own.anyTicket')}
            data={choices}
            clearable
            clearButtonProps={{ 'aria-label': t('common.clearChoice') }}
          />
        )}
      </SimpleGrid>
      <Button type="submit" variant="light" leftSection={<IconTicket size={18} />} loading={isPending}>
        {t('invitationCodes.own.make')}
      </Button>
    </form>
  )
}
