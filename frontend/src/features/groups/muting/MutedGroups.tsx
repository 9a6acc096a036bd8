import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { preferencesQuery } from '~/features/notifications/queries'
import { isAdmin } from '~/lib/permissions'
import { useSession } from '~/lib/session'
import { type MyGroup, myGroupsQuery } from '../queries'
import { useMuting } from './useMuting'

/** The user's groups that are muted. Administrators are members of none. */
export function MutedGroups() {
  const { t } = useTranslation()
  const isMember = !isAdmin(useSession().profile)
  const preferences = useQuery({ ...preferencesQuery, enabled: isMember })
  const groups = useQuery({ ...myGroupsQuery, enabled: isMember })
  if (!preferences.data || !groups.data) return null
  const { mutedGroups } = preferences.data
  const muted = groups.data.filter(({ id }) => mutedGroups.includes(id))
  return (
    <section aria-labelledby="muted-groups">
      <Title order={2} fz="md" id="muted-groups" mb={4}>
        {t('groups.mute.title')}
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {t(muted.length > 0 ? 'groups.mute.listHint' : 'groups.mute.none')}
      </Text>
      <Stack component="ul" gap="xs" m={0} p={0} style={{ listStyle: 'none' }}>
        {muted.map((group) => (
          <MutedGroup key={group.id} group={group} />
        ))}
      </Stack>
    </section>
  )
}

function MutedGroup({ group }: { group: MyGroup }) {
  const { t } = useTranslation()
  const mute = useMuting(group)
  const { name } = group
  return (
    <Group component="li" justify="space-between" wrap="nowrap">
      <Text style={{ overflowWrap: 'anywhere' }}>{name}</Text>
      <Button
        variant="default"
        size="sm"
        flex="none"
        aria-label={t('groups.mute.unmuteNamed', { name })}
        onClick={() => mute(false)}
      >
        {t('groups.mute.unmute')}
      </Button>
    </Group>
  )
}
