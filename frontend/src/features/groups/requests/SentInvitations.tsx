import { Button, Group as Row, Text, Title } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
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
      <ul className={classes.list} aria-labelledby="sent-invitations">
        {invitations.map(({ id, user, email, role, createdByName, createdAt, sentAt, expiresAt }) => (
          <li key={id} className={classes.card}>
            <Row gap="sm">
              <PersonAvatar src={user.avatar} fullName={user.fullName} size={40} />
              <div style={{ flex: '1 1 200px', minWidth: 0 }}>
                <h3 className={classes.name}>{user.fullName}</h3>
                {email && email !== user.fullName && (
                  <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
                    {email}
                  </Text>
                )}
                <Text size="sm" c="dimmed">
                  {t('groups.waiting.invitedBy', { name: createdByName, date: formatDateTime(createdAt) })}
                </Text>
                {sentAt && expiresAt && (
                  <Text size="sm" c="dimmed">
                    {t('groups.waiting.mailed', {
                      date: formatDateTime(sentAt),
                      end: formatDate(expiresAt),
                    })}
                  </Text>
                )}
              </div>
              <RoleBadge role={role} />
              {sentAt && (
                <Button
                  variant="default"
                  loading={isBusy(id, 'resend')}
                  onClick={() => mutate({ id, name: user.fullName, action: 'resend' })}
                  aria-label={t('groups.waiting.resendNamed', { name: user.fullName })}
                >
                  {t('groups.waiting.resend')}
                </Button>
              )}
              <Button
                variant="default"
                loading={isBusy(id, 'revoke')}
                onClick={() => mutate({ id, name: user.fullName, action: 'revoke' })}
                aria-label={t('groups.waiting.revokeNamed', { name: user.fullName })}
              >
                {t('groups.waiting.revoke')}
              </Button>
            </Row>
          </li>
        ))}
      </ul>
    </section>
  )
}
