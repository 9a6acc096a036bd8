import { createFileRoute } from '@tanstack/react-router'
import { useLiveParticipants } from '~/features/checkin/useLiveParticipants'
import { EventHomeScreen } from '~/features/event-home/EventHomeScreen'
import { eventQuery } from '~/features/events/queries'
import { readStatisticsSearch, type StatisticsSearch } from '~/features/statistics/search'

export const Route = createFileRoute('/event-management/$eventId')({
  // A word such as `checkin` shows the list; every identifier has a digit.
  params: { parse: ({ eventId }) => (/\d/.test(eventId) ? { eventId } : false) },
  /**
   * `published` celebrates the event that has just been published; `letter` opens the letter about its last change;
   * `retention` leads to the panel about the retention of the participants' data.
   */
  validateSearch: (raw): StatisticsSearch & { published?: true; letter?: true; retention?: true } => ({
    ...readStatisticsSearch(raw),
    published: raw.published === true ? true : undefined,
    letter: raw.letter === true ? true : undefined,
    retention: raw.retention === true ? true : undefined,
  }),
  loader: ({ context: { queryClient }, params, cause }) => {
    if (cause !== 'preload') void queryClient.prefetchQuery(eventQuery(params.eventId))
  },
  component: function Screen() {
    const { eventId } = Route.useParams()
    const { published, letter, retention, ...search } = Route.useSearch()
    const navigate = Route.useNavigate()
    useLiveParticipants(eventId)
    return (
      <EventHomeScreen
        key={eventId}
        eventId={eventId}
        search={search}
        isPublished={published}
        isLetterOpen={letter}
        isRetentionMarked={retention}
        onSeen={() => void navigate({ search, replace: true, resetScroll: false })}
        onSearch={(next) => void navigate({ search: next, replace: true, resetScroll: false })}
      />
    )
  },
})
