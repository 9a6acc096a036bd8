import { GroupEvents } from '~/features/group-events/GroupEvents'
import { Membership } from '~/features/groups/members/Membership'
import { GroupSettings } from '~/features/groups/settings/GroupSettings'
import { PublicPage } from '~/features/organiser-page/PublicPage'
import { GroupStatistics } from '~/features/points/GroupStatistics'
import { ReviewPosts } from '~/features/posts/ReviewPosts'
import { Webhooks } from '~/features/webhooks/Webhooks'

/** The contents of a group's tabs behind the discussion. */
export const panels = {
  GroupEvents,
  Membership,
  GroupSettings,
  PublicPage,
  GroupStatistics,
  ReviewPosts,
  Webhooks,
}
