import { Button, Skeleton, Stack, Title } from '@mantine/core'
import { IconCompass, IconUsersGroup } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '~/components/EmptyState'
import { ErrorState } from '~/components/ErrorState'
import { PageHeader } from '~/components/PageHeader'
import { myGroupsQuery } from '../queries'
import { AddGroupButton } from './AddGroupButton'
import classes from './GroupCards.module.css'
import { GroupMeter, useGroupLimit } from './GroupMeter'
import { MyGroupCard } from './MyGroupCard'
import { MyWaiting, type MyWaitingProps } from './MyWaiting'

/** The groups that the caller belongs to, below the caller's invitations and pending requests. */
export function MyGroupsScreen({ invitation }: MyWaitingProps) {
  const { t } = useTranslation()
  const groups = useQuery(myGroupsQuery)
  const { isUsedUp } = useGroupLimit()
  return (
    <>
      <PageHeader
        title={t('shell.menu./my-group')}
        description={t('groups.mine.description')}
        guide="president.group"
      >
        {!isUsedUp && <AddGroupButton />}
      </PageHeader>
      <MyWaiting invitation={invitation} />
      {!isUsedUp && <GroupMeter />}
      {groups.data === undefined && groups.error ? (
        <ErrorState error={groups.error} onRetry={() => void groups.refetch()} />
      ) : groups.data === undefined ? (
        <Skeleton height={240} radius="md" />
      ) : groups.data.length === 0 ? (
        <EmptyState
          icon={IconUsersGroup}
          title={t('groups.mine.empty.title')}
          description={t(isUsedUp ? 'groups.mine.empty.find' : 'groups.mine.empty.description')}
        >
          <Button
            leftSection={<IconCompass size={18} />}
            renderRoot={(props) => <Link {...props} to="/discovery" />}
          >
            {t('groups.mine.discover')}
          </Button>
        </EmptyState>
      ) : (
        <section aria-labelledby="my-groups">
          <Title order={2} id="my-groups" mb="md">
            {t('groups.mine.joined')}
          </Title>
          <ul className={classes.grid} aria-labelledby="my-groups">
            {groups.data.map((group) => (
              <MyGroupCard key={group.id} group={group} />
            ))}
          </ul>
        </section>
      )}
      {/* Most people who cannot create a group want none: it comes after what they came for. */}
      {isUsedUp && (
        <Stack mt="xl" gap={0} align="flex-start">
          <GroupMeter />
          <AddGroupButton />
        </Stack>
      )}
    </>
  )
}
