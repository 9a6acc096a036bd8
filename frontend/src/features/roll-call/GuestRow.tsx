import { ActionIcon, Text, UnstyledButton } from '@mantine/core'
import { IconCheck, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { confirm } from '~/components/confirm'
import { type Call, type GuestOnRoll, useMarkGuest, useRemoveGuest } from './queries'
import classes from './RollCall.module.css'

interface GuestRowProps {
  at: Call
  guest: GuestOnRoll
  isClosed: boolean
  /** Asks before a guest is marked as present long before the meeting. */
  agrees: () => Promise<boolean>
}

export function GuestRow({ at, guest, isClosed, agrees }: GuestRowProps) {
  const { t } = useTranslation()
  const removal = useRemoveGuest(at)
  const { attendanceId: id, fullName: name, company, invitedBy } = guest
  const mark = useMarkGuest(at, id)
  const isPresent = mark.isPending ? mark.variables : guest.checkedInTime !== null
  const press = async () => {
    if (isPresent || (await agrees())) mark.mutate(!isPresent)
  }
  const remove = async () => {
    const agreed = await confirm({
      title: t('rollCall.removeGuest.title'),
      message: t('rollCall.removeGuest.message', { name }),
      confirm: t('rollCall.removeGuest.action'),
      dangerous: true,
    })
    if (agreed) removal.mutate(guest)
  }
  return (
    <li className={classes.row} data-mark={isPresent ? 'present' : undefined}>
      <div className={classes.who}>
        <Text fw={500}>{name}</Text>
        <Text size="sm" c="dimmed">
          {[company, invitedBy && t('rollCall.invitedBy', { name: invitedBy })].filter(Boolean).join(' · ')}
        </Text>
      </div>
      <div className={classes.marks}>
        {guest.isRemovable && !isClosed && (
          <ActionIcon
            variant="subtle"
            color="gray"
            size={44}
            aria-label={t('rollCall.removeGuest.named', { name })}
            loading={removal.isPending}
            onClick={() => void remove()}
          >
            <IconTrash size={20} />
          </ActionIcon>
        )}
        <UnstyledButton
          className={classes.mark}
          data-mark="present"
          aria-pressed={isPresent}
          aria-label={t('rollCall.press.present', { name })}
          disabled={isClosed}
          onClick={() => void press()}
        >
          <IconCheck size={20} aria-hidden />
          <span>{t('rollCall.mark.present')}</span>
        </UnstyledButton>
      </div>
    </li>
  )
}
