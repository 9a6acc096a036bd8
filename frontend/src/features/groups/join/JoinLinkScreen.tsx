import { Anchor, Button, Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { AuthFrame } from '~/features/accounts/AuthFrame'
import { goOnAfterLogin } from '~/lib/afterLogin'
import { useSession } from '~/lib/session'
import { groupOfLinkQuery } from '../queries'
import { GroupIntroduction } from './GroupIntroduction'
import { LinkOver } from './LinkOver'
import { MembershipButtons } from './MembershipButtons'

/** The target of the link that leaders give out: leads to login or sign-up, and from there back to ask to join. */
export function JoinLinkScreen({ linkKey }: { linkKey: string }) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const { loggedIn, profile } = useSession()
  const query = groupOfLinkQuery(linkKey, loggedIn)
  const group = useQuery(query)
  if (!group.data) return <LinkOver query={group} title={t('groups.joinLink.page')} />
  const { id, name, myState } = group.data
  const remember = () => goOnAfterLogin(`/join/${linkKey}`)
  return (
    <AuthFrame
      title={t('groups.join.title', { name })}
      footer={
        loggedIn && (
          <Anchor component={Link} to="/my-group" fw={500}>
            {t('groups.back.mine')}
          </Anchor>
        )
      }
    >
      <Stack>
        <GroupIntroduction {...group.data} />
        {!loggedIn ? (
          <>
            <Button component={Link} to="/auth/login" size="md" onClick={remember}>
              {t('auth.login.submit')}
            </Button>
            <Button component={Link} to="/auth/sign-up" variant="default" size="md" onClick={remember}>
              {t('auth.signUp.submit')}
            </Button>
            <Text size="sm" c="dimmed">
              {t('groups.joinLink.back')}
            </Text>
          </>
        ) : profile?.role !== 'COMMITTEE' ? (
          <Text role="status">{t('groups.joinLink.admin')}</Text>
        ) : (
          <>
            <MembershipButtons
              group={group.data}
              linkKey={linkKey}
              onChange={() => void queryClient.invalidateQueries(query)}
            />
            {myState === 'member' && (
              <Button
                renderRoot={(props) => <Link {...props} to="/my-group/$groupId" params={{ groupId: id }} />}
              >
                {t('groups.joinLink.open')}
              </Button>
            )}
          </>
        )}
      </Stack>
    </AuthFrame>
  )
}
