import { Button, Group as Row, Stack, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { AuthFrame } from '~/features/accounts/AuthFrame'
import { goOnAfterLogin } from '~/lib/afterLogin'
import { answer, api } from '~/lib/api'
import { formatDateTime } from '~/lib/dates'
import { useSession } from '~/lib/session'
import { mailedInvitationQuery } from '../queries'
import { GroupIntroduction } from './GroupIntroduction'
import { LinkOver } from './LinkOver'

/** The target of the link in an invitation's mail: leads to sign-up or login, and from there to the invitation. */
export function InvitationScreen({ token }: { token: string }) {
  const { t } = useTranslation()
  const invitation = useQuery(mailedInvitationQuery(token))
  const { loggedIn, profile } = useSession()
  const decline = useMutation({
    mutationFn: () => answer(api.POST('/group-invitation/{token}/decline', { params: { path: { token } } })),
  })
  if (!invitation.data) return <LinkOver query={invitation} title={t('groups.invitation.title')} />
  if (decline.isSuccess)
    return (
      <AuthFrame title={t('groups.invitation.declined')}>
        <Text role="status">{t('groups.invitation.declinedHint')}</Text>
      </AuthFrame>
    )
  const { groupName, groupAvatar, groupDescription, memberCount, invitedBy, email, expiresAt } =
    invitation.data
  const isOwn = loggedIn && profile?.email.toLowerCase() === email.toLowerCase()
  const remember = () => goOnAfterLogin('/my-group')
  return (
    <AuthFrame title={t('groups.invitation.title')}>
      <Stack>
        <GroupIntroduction
          name={groupName}
          avatar={groupAvatar}
          description={groupDescription}
          memberCount={memberCount}
        />
        <Text>{t('groups.invitation.message', { name: invitedBy, group: groupName })}</Text>
        {isOwn ? (
          <Button component={Link} to="/my-group" size="md">
            {t('groups.invitation.answer')}
          </Button>
        ) : loggedIn ? (
          <Text role="status">{t('groups.invitation.otherAccount', { email, own: profile?.email })}</Text>
        ) : (
          <>
            <Text size="sm" c="dimmed">
              {t('groups.invitation.how', { email })}
            </Text>
            <Button
              size="md"
              onClick={remember}
              renderRoot={(props) => <Link {...props} to="/auth/sign-up" search={{ invitation: token }} />}
            >
              {t('auth.signUp.submit')}
            </Button>
            <Button component={Link} to="/auth/login" variant="default" size="md" onClick={remember}>
              {t('groups.invitation.haveAccount')}
            </Button>
          </>
        )}
        <Row justify="space-between" gap="xs">
          <Text size="sm" c="dimmed">
            {t('groups.invitation.until', { date: formatDateTime(expiresAt) })}
          </Text>
          <Button variant="subtle" color="gray" loading={decline.isPending} onClick={() => decline.mutate()}>
            {t('groups.invitation.decline')}
          </Button>
        </Row>
      </Stack>
    </AuthFrame>
  )
}
