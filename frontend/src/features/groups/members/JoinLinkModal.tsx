import { Button, Modal, Group as Row, Stack } from '@mantine/core'
import { IconLinkOff, IconRefresh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { confirm } from '~/components/confirm'
import { useFocusBack } from '~/components/useFocusBack'
import { type Group, joinLinkQuery } from '../queries'
import { JoinWays } from './JoinWays'
import { useLinkActions } from './useLinkActions'

/** The link and the QR code with which anyone can ask to join, to be given out, renewed and switched off. */
export function JoinLinkModal({ group, onClose }: { group: Group; onClose: () => void }) {
  const { t } = useTranslation()
  useFocusBack()
  const { data: link } = useQuery(joinLinkQuery(group.id))
  const { renew, remove, isBusy } = useLinkActions(group.id)
  const askRenew = async () => {
    const agreed = await confirm({
      title: t('groups.joinLink.renew.title'),
      message: t('groups.joinLink.renew.message'),
      confirm: t('groups.joinLink.renew.action'),
    })
    if (agreed) renew()
  }
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={t('groups.joinLink.title', { name: group.name })}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <Stack>
        <JoinWays group={group} />
        {link?.url && (
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
        )}
      </Stack>
    </Modal>
  )
}
