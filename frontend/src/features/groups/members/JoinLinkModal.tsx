import { Button, Modal, Group as Row, Skeleton, Stack, Text } from '@mantine/core'
import { IconLinkOff, IconRefresh } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { CopyButton } from '~/components/CopyButton'
import { confirm } from '~/components/confirm'
import { ErrorState } from '~/components/ErrorState'
import { QrCode } from '~/components/QrCode'
import { toast } from '~/components/toast'
import { useFocusBack } from '~/components/useFocusBack'
import { answer, api } from '~/lib/api'
import { type Group, joinLinkQuery } from '../queries'
import classes from './JoinLinkModal.module.css'

/** The link and the QR code with which anyone can ask to join, to be given out, renewed and switched off. */
export function JoinLinkModal({ group, onClose }: { group: Group; onClose: () => void }) {
  const { t } = useTranslation()
  useFocusBack()
  const link = useQuery(joinLinkQuery(group.id))
  const { renew, remove, isBusy } = useLinkActions(group.id)
  const askRenew = async () => {
    const agreed = await confirm({
      title: t('groups.joinLink.renew.title'),
      message: t('groups.joinLink.renew.message'),
      confirm: t('groups.joinLink.renew.action'),
    })
    if (agreed) renew()
  }
  const url = link.data?.url
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('groups.joinLink.title', { name: group.name })}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <Stack>
        <Text>{t(`groups.joinLink.about.${group.joinPolicy === 'open' ? 'open' : 'request'}`)}</Text>
        {link.isPending && <Skeleton height={220} radius="md" />}
        {link.error && <ErrorState error={link.error} onRetry={() => void link.refetch()} />}
        {link.data && !url && (
          <Button loading={isBusy} onClick={renew}>
            {t('groups.joinLink.make')}
          </Button>
        )}
        {url && (
          <>
            <QrCode
              text={url}
              label={t('groups.joinLink.code', { name: group.name })}
              className={classes.code}
            />
            <Text size="sm" ta="center" className={classes.url}>
              {url}
            </Text>
            <CopyButton value={url} label={t('groups.joinLink.copy')} variant="filled" />
            <Row justify="center" gap="xs">
              <Button
                variant="subtle"
                leftSection={<IconRefresh size={16} />}
                disabled={isBusy}
                onClick={() => void askRenew()}
              >
                {t('groups.joinLink.renew.action')}
              </Button>
              <Button
                variant="subtle"
                color="red"
                leftSection={<IconLinkOff size={16} />}
                disabled={isBusy}
                onClick={remove}
              >
                {t('groups.joinLink.remove')}
              </Button>
            </Row>
          </>
        )}
      </Stack>
    </Modal>
  )
}

function useLinkActions(groupId: string) {
  const queryClient = useQueryClient()
  const params = { path: { groupId } }
  const { mutate, isPending } = useMutation({
    mutationFn: (action: 'renew' | 'remove') =>
      action === 'renew'
        ? answer(api.POST('/group/{groupId}/join-link', { params }))
        : answer(api.DELETE('/group/{groupId}/join-link', { params })),
    onSuccess: ({ data, messages }) => {
      toast.success(messages)
      queryClient.setQueryData(joinLinkQuery(groupId).queryKey, data)
    },
  })
  return { renew: () => mutate('renew'), remove: () => mutate('remove'), isBusy: isPending }
}
