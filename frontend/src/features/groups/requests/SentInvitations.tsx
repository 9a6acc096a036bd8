import { ActionIcon, Group as Row, Text, Title, Tooltip } from '@mantine/core'
import { IconMailOff, IconSend } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import rows from '~/components/dividedList.module.css'
import { PersonAvatar } from '~/components/PersonAvatar'
import { toast } from '~/components/toast'
import { answer, api } from '~/lib/api'
import { formatDate, formatDateTime } from '~/lib/dates'
import { formatNumber } from '~/lib/numbers'
import { type JoinRequest, refreshGroup } from '../queries'
import { RoleBadge } from '../RoleBadge'
import classes from './Requests.module.css'

interface SentInvitationsProps {
  groupId: string
  invitations: readonly JoinRequest[]
}

/** Pending invitations, which leaders may withdraw. */
export function SentInvitations({ groupId, invitations }: SentInvitationsProps) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const { mutate, isPending, variables } = useMutation<
    unknown,
    Error,
    { id: string; name: string; action: 'revoke' | 'resend' }
  >({
    mutationFn: ({ id, action }) => {
      const params = { path: { groupId, id } }
      return action === 'revoke'
        ? answer(api.DELETE('/group/{groupId}/join-request/{id}', { params }))
        : answer(api.POST('/group/{groupId}/join-request/{id}/resend', { params }))
    },
    onSuccess: (_, { name, action }) => toast.done(t(`groups.done.${action}`, { name })),
    // Also after a refusal, which may mean that the invitation was answered meanwhile.
    onSettled: () => void refreshGroup(queryClient, groupId),
  })
  const isBusy = (id: string, action: 'revoke' | 'resend') =>
    isPending && variables.id === id && variables.action === action
  return (
    <section aria-labelledby="sent-invitations">
      <Title order={2} fz="h3" id="sent-invitations" mb="sm">
        {t('groups.waiting.invitations', {
          count: invitations.length,
          number: formatNumber(invitations.length),
        })}
      </Title>
      <ul className={rows.list} aria-labelledby="sent-invitations">
        {invitations.map(({ id, user, email, role, createdByName, createdAt, sentAt, expiresAt }) => (
          <li key={id} className={classes.invitation}>
            <PersonAvatar src={user.avatar} fullName={user.fullName} size={32} />
            <div className={classes.invited}>
              <Row gap="0 8px">
                <h3 className={classes.name}>{user.fullName}</h3>
                {email && email !== user.fullName && (
                  <Text size="sm" component="span">
                    {email}
                  </Text>
                )}
                {role !== 'member' && <RoleBadge role={role} />}
              </Row>
              <Text size="sm" c="dimmed">
                {sentAt && expiresAt
                  ? t('groups.waiting.mailed', { date: formatDateTime(sentAt), end: formatDate(expiresAt) })
                  : t('groups.waiting.invitedBy', { name: createdByName, date: formatDateTime(createdAt) })}
              </Text>
            </div>
            {sentAt && (
              <Action
                label={t('groups.waiting.resendNamed', { name: user.fullName })}
                icon={IconSend}
                isBusy={isBusy(id, 'resend')}
                onClick={() => mutate({ id, name: user.fullName, action: 'resend' })}
              />
            )}
            <Action
              label={t('groups.waiting.revokeNamed', { name: user.fullName })}
              icon={IconMailOff}
              isBusy={isBusy(id, 'revoke')}
              onClick={() => mutate({ id, name: user.fullName, action: 'revoke' })}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

interface ActionProps {
  label: string
  icon: typeof IconSend
  isBusy: boolean
  onClick: () => void
}

function Action({ label, icon: Glyph, isBusy, onClick }: ActionProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon variant="default" size={40} aria-label={label} loading={isBusy} onClick={onClick}>
        <Glyph size={18} />
      </ActionIcon>
    </Tooltip>
  )
}
