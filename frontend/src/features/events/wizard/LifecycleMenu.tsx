import { ActionIcon, Button, Group, Menu, Stack, Text } from '@mantine/core'
import { IconBan, IconDots, IconRotateClockwise } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DangerItem } from '~/components/DangerItem'
import { DateTimeField } from '~/components/DateTimeField'
import { FormModal } from '~/components/FormModal'
import { toast, toastError } from '~/components/toast'
import { ApiError, shows } from '~/lib/apiError'
import { CancelModal } from '../lateDialogs'
import { type Event, useReopening } from '../queries'

interface LifecycleMenuProps {
  event: Event
  onReopened: (event: Event) => void
  onCancelled: () => void
}

/** Reopening a closed event, and cancelling one for good. */
export function LifecycleMenu({ event, onReopened, onCancelled }: LifecycleMenuProps) {
  const { t } = useTranslation()
  const [asked, setAsked] = useState<'reopen' | 'cancel' | null>(null)
  const close = () => setAsked(null)
  return (
    <>
      {event.status === 'closed' && (
        <Button leftSection={<IconRotateClockwise size={16} />} onClick={() => setAsked('reopen')}>
          {t('events.reopen.action')}
        </Button>
      )}
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon
            variant="default"
            size={36}
            aria-label={t('events.action.more', { title: event.title })}
          >
            <IconDots size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <DangerItem leftSection={<IconBan size={16} />} onClick={() => setAsked('cancel')}>
            {t('events.cancel.action')}
          </DangerItem>
        </Menu.Dropdown>
      </Menu>
      <FormModal opened={asked === 'reopen'} onClose={close} title={t('events.reopen.title')}>
        <ReopenForm
          eventId={event.id}
          onDone={(reopened) => {
            close()
            onReopened(reopened)
          }}
        />
      </FormModal>
      <CancelModal event={event} opened={asked === 'cancel'} onClose={close} onCancelled={onCancelled} />
    </>
  )
}

function ReopenForm({ eventId, onDone }: { eventId: string; onDone: (event: Event) => void }) {
  const { t } = useTranslation()
  const [until, setUntil] = useState<string | null>(null)
  const [error, setError] = useState<string | null>(null)
  const reopening = useReopening(eventId)

  const reopen = () => {
    if (!until) return setError(t('common.invalid.required'))
    if (Date.parse(until) <= Date.now()) return setError(t('events.invalid.inThePast'))
    reopening.mutate(
      { newClosedDate: until },
      {
        onSuccess: ({ data, messages }) => {
          toast.success(messages)
          onDone(data)
        },
        onError: shows((refusal) => {
          const messages = refusal instanceof ApiError ? refusal.fields.newClosedDate : undefined
          if (messages) setError(messages.join(' '))
          else toastError(refusal)
        }),
      },
    )
  }

  return (
    <Stack gap="lg">
      <Text>{t('events.reopen.message')}</Text>
      <DateTimeField
        label={t('events.reopen.until')}
        required
        value={until}
        onChange={(value) => {
          setUntil(value)
          setError(null)
        }}
        min={new Date().toISOString()}
        defaultTime="23:59"
        error={error}
      />
      <Group justify="flex-end">
        <Button loading={reopening.isPending} onClick={reopen}>
          {t('events.reopen.action')}
        </Button>
      </Group>
    </Stack>
  )
}
