import { Button, Checkbox, Group, Modal, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { answer, api } from '~/lib/api'
import { ApiError, shows } from '~/lib/apiError'
import type { Winner } from './drawState'
import { drawQuery, settingsQuery } from './queries'

interface VoidModalProps {
  eventId: string
  winner: Winner
  onTaken?: () => void
  onClose: () => void
}

/** Voids a win, usually because the winner is absent; asks first, because the audience has seen it. */
export function VoidModal({ eventId, winner, onTaken, onClose }: VoidModalProps) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const [staysOut, setStaysOut] = useState(true)
  const taking = useMutation({
    mutationFn: () =>
      answer(
        api.DELETE('/event/{eventId}/lucky-draw/winners/{id}', {
          params: { path: { eventId, id: winner.id }, query: { staysOut } },
        }),
      ),
    onSuccess: ({ data }) => {
      queryClient.setQueryData(settingsQuery(eventId).queryKey, data)
      void queryClient.invalidateQueries(drawQuery(eventId))
      onTaken?.()
      onClose()
    },
    onError: shows(() => undefined),
  })
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('luckyDraw.void.title', { name: winner.name })}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <Stack gap="lg">
        <Text>{t('luckyDraw.void.message')}</Text>
        <Checkbox
          label={t('luckyDraw.void.staysOut')}
          description={t('luckyDraw.void.staysOutHint')}
          checked={staysOut}
          onChange={(event) => setStaysOut(event.currentTarget.checked)}
        />
        {taking.error && (
          <Text role="alert" c="var(--mantine-color-error)">
            {(taking.error instanceof ApiError && taking.error.messages.join(' ')) ||
              t('common.loadFailed.description')}
          </Text>
        )}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" data-autofocus onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button color="red" loading={taking.isPending} onClick={() => taking.mutate()}>
            {t('luckyDraw.void.confirm')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
