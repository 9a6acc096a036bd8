import { Menu } from '@mantine/core'
import {
  IconCash,
  IconCashOff,
  IconEraser,
  IconMail,
  IconMailCheck,
  IconPencil,
  IconReceipt,
  IconTicket,
  IconTrash,
  IconUserCheck,
  IconUserMinus,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { ActionsMenu } from '~/components/ActionsMenu'
import { DangerItem } from '~/components/DangerItem'
import { isFree } from '../payments/owed'
import type { Participant } from '../queries'
import type { ParticipantActions } from './useParticipantActions'

/** Milliseconds after which a menu has given the focus back, so that a dialog returns it to there. */
const CLOSED = 20

interface ParticipantMenuProps {
  participant: Participant
  actions: ParticipantActions
  onEdit: () => void
  onTicket: () => void
  onRemove: () => void
  /** Asks before the personal data is erased; absent where that is not offered. */
  onErase?: () => void
}

export function ParticipantMenu(props: ParticipantMenuProps) {
  const { t } = useTranslation()
  const { erasedAt, fullName } = props.participant
  const name = erasedAt ? t('participants.erase.name') : fullName
  return (
    <ActionsMenu label={t('participants.actionsOf', { name })} width={240}>
      <Actions {...props} />
    </ActionsMenu>
  )
}

/** A component, so that a row whose menu stays closed does not make them. */
function Actions({ participant, actions, onEdit, onTicket, onRemove, onErase }: ParticipantMenuProps) {
  const { t } = useTranslation()
  const isIn = Boolean(participant.checkedInTime)
  const isPaid = participant.paymentStatus === 'paid'
  const remove = (
    <DangerItem leftSection={<IconTrash size={18} />} onClick={onRemove}>
      {t('common.delete')}
    </DangerItem>
  )
  if (participant.erasedAt) return remove
  return (
    <>
      <Menu.Item leftSection={<IconPencil size={18} />} onClick={onEdit}>
        {t('common.edit')}
      </Menu.Item>
      <Menu.Item leftSection={<IconTicket size={18} />} onClick={() => setTimeout(onTicket, CLOSED)}>
        {t('participants.ticket.open')}
      </Menu.Item>
      {participant.confirmBy && (
        <Menu.Item leftSection={<IconMailCheck size={18} />} onClick={() => actions.confirm(participant)}>
          {t('participants.confirm')}
        </Menu.Item>
      )}
      <Menu.Item
        leftSection={isIn ? <IconUserMinus size={18} /> : <IconUserCheck size={18} />}
        onClick={() => setTimeout(() => void actions.toggleCheckIn(participant), CLOSED)}
      >
        {t(isIn ? 'participants.undoCheckIn' : 'participants.checkIn')}
      </Menu.Item>
      {!isFree(participant) && (
        <Menu.Item
          leftSection={isPaid ? <IconCashOff size={18} /> : <IconCash size={18} />}
          onClick={() => actions.pay(participant, isPaid ? 'unpaid' : 'paid')}
        >
          {t(isPaid ? 'participants.markUnpaid' : 'participants.markPaid')}
        </Menu.Item>
      )}
      {isPaid && !isFree(participant) && (
        <Menu.Item leftSection={<IconReceipt size={18} />} onClick={() => actions.receipt(participant)}>
          {t('participants.receipt')}
        </Menu.Item>
      )}
      {participant.email && (
        <Menu.Item leftSection={<IconMail size={18} />} onClick={() => actions.resend(participant)}>
          {t('participants.resend')}
        </Menu.Item>
      )}
      <Menu.Divider />
      {remove}
      {onErase && (
        <DangerItem leftSection={<IconEraser size={18} />} onClick={() => setTimeout(onErase, CLOSED)}>
          {t('participants.erase.action')}
        </DangerItem>
      )}
    </>
  )
}
