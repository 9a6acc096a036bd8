import { Stack } from '@mantine/core'
import { createFileRoute } from '@tanstack/react-router'
import { InOrder } from '~/components/InOrder'
import { GroupFront } from '~/features/group-events/GroupFront'
import { readEvent, readPlan } from '~/features/group-events/search'
import { GroupScreen } from '~/features/groups/page/GroupScreen'
import { readCreated, readMembershipSearch, readTab } from '~/features/groups/search'
import { usePendingPoints } from '~/features/points/queries'
import { readPointSearch } from '~/features/points/search'
import { tallyColumns } from '~/features/points/tallyColumns'
import { Discussion } from '~/features/posts/Discussion'
import { useToReview } from '~/features/posts/queries'
import { readReport } from '~/features/posts/search'
import { isAdmin } from '~/lib/permissions'
import { useSession } from '~/lib/session'
import {
  GroupEvents,
  GroupSettings,
  GroupStatistics,
  Membership,
  PublicPage,
  ReviewPosts,
  Webhooks,
} from './-latePanels'

export const Route = createFileRoute('/my-group/$groupId/')({
  validateSearch: (raw) => ({
    ...readTab(raw),
    ...readCreated(raw),
    ...readReport(raw),
    ...readEvent(raw),
    ...readPlan(raw),
    ...readMembershipSearch(raw),
    ...readPointSearch(raw),
  }),
  component: function Screen() {
    const { groupId } = Route.useParams()
    const { tab, created, report, event, plan, ...search } = Route.useSearch()
    const { profile } = useSession()
    const navigate = Route.useNavigate()
    const leave = () => navigate({ to: isAdmin(profile) ? '/group-management' : '/my-group', replace: true })
    return (
      <GroupScreen
        key={groupId}
        groupId={groupId}
        tab={tab}
        onTab={(tab) => void navigate({ search: { tab } })}
        onLeft={leave}
        isCreated={created}
        onSeen={() => void navigate({ search: {}, replace: true })}
        waiting={{ review: useToReview(groupId), statistics: usePendingPoints(groupId) }}
        panels={{
          discussion: (group, details) => (
            <InOrder>
              <GroupFront groupId={groupId} role={details.myRole} isArchived={group.archivedAt !== null} />
              <Discussion group={group} details={details} />
            </InOrder>
          ),
          review: (group) => <ReviewPosts group={group} report={report} />,
          events: ({ id, archivedAt }, { myRole }) => (
            <GroupEvents
              groupId={id}
              role={myRole}
              isArchived={archivedAt !== null}
              event={event}
              isPlanning={plan}
              onPlanned={() => void navigate({ search: { tab: 'events' }, replace: true })}
            />
          ),
          members: (group, details) => (
            <Membership
              group={group}
              details={details}
              search={search}
              onSearch={(next, replace) => void navigate({ search: { tab, ...next }, replace })}
              moreColumns={(userIds) => tallyColumns(groupId, userIds)}
            />
          ),
          statistics: (group, details) => (
            <GroupStatistics
              group={group}
              details={details}
              search={search}
              onSearch={(next, replace) => void navigate({ search: { tab, ...next }, replace })}
            />
          ),
          settings: (group, details) => (
            <Stack gap="xl">
              <PublicPage groupId={group.id} isReadOnly={group.archivedAt !== null} />
              <GroupSettings group={group} details={details} onDeleted={leave} />
            </Stack>
          ),
          integrations: () => <Webhooks scope={{ groupId }} />,
        }}
      />
    )
  },
})
