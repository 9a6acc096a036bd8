import { Box, Skeleton, Tabs, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '~/components/ErrorState'
import { InOrder } from '~/components/InOrder'
import { Late } from '~/components/Late'
import { useIsPhone } from '~/components/useIsPhone'
import { EventHeader } from '~/features/events/EventHeader'
import { hasRight } from '~/features/events/eventRights'
import { eventQuery } from '~/features/events/queries'
import { formatNumber } from '~/lib/numbers'
import { isTypedHere } from '~/lib/typed'
import { useNeighbours } from '../details/useNeighbours'
import { type ImportDone, ImportSummary } from '../files/ImportSummary'
import { codeSearchOf, type ListSearch, listedOf, TABS } from '../listSearch'
import { countQuery } from '../queries'
import { useRemovals } from '../removal/removed'
import { GuestTools, type Tool } from './GuestTools'
import {
  AddParticipantDrawer,
  CodeList,
  EventLogDrawer,
  ExportModal,
  ImportModal,
  ParticipantDrawer,
  TicketList,
} from './lateDialogs'
import { ParticipantList } from './ParticipantList'
import { ShortcutsModal } from './ShortcutsModal'

interface ParticipantsScreenProps {
  eventId: string
  search: ListSearch
  onSearch: (search: ListSearch) => void
  /** The amount due, in dong; absent until it is known. */
  due: number | undefined
  /** Alerts above and figures below the list, which belong to later features. */
  alerts: ReactNode
  figures: ReactNode
}

/** All people of one event: participants, ticket codes, and VIPs. */
export function ParticipantsScreen(props: ParticipantsScreenProps) {
  const { eventId, search, onSearch, due, alerts, figures } = props
  const { t } = useTranslation()
  const event = useQuery(eventQuery(eventId))
  const isPhone = useIsPhone()
  const [tool, setTool] = useState<Tool | null>(() => (isTypedHere('participant ') ? 'add' : null))
  const [imported, setImported] = useState<ImportDone | null>(null)
  const close = () => setTool(null)
  const open = (person: string | undefined) => onSearch({ ...search, person, panel: undefined })
  const neighbours = useNeighbours(eventId, search, onSearch)

  if (!event.data) {
    return event.error ? (
      <ErrorState error={event.error} onRetry={() => void event.refetch()} />
    ) : (
      <Skeleton height={400} radius="md" />
    )
  }

  const { data } = event
  const tabs = TABS.filter((name) => hasRight(data, name === 'tickets' ? 'tickets' : 'guests'))
  const tab = tabs.find((name) => name === search.tab) ?? tabs[0] ?? 'participants'
  const disabledReason = event.data.isCancelled ? t('participants.cancelled') : undefined
  const tools = (
    <GuestTools eventId={eventId} disabledReason={disabledReason} isPhone={isPhone} onTool={setTool} />
  )
  return (
    <>
      <EventHeader event={event.data} entry={tab === 'tickets' ? 'tickets' : 'guests'}>
        {!isPhone && tab !== 'tickets' && tools}
      </EventHeader>
      <Tabs
        value={tab}
        onChange={(next) =>
          onSearch({ tab: TABS.find((known) => known === next && known !== 'participants') })
        }
        keepMounted={false}
      >
        {/* On a phone the event's own menu and a chip lead to them. */}
        <Tabs.List mb="lg" visibleFrom="sm" aria-label={t('participants.tab.label')}>
          {tabs.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {t(`participants.tab.${name}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={tab}>
          {tab === 'tickets' ? (
            <Late fallback={<Skeleton height={400} radius="md" />}>
              <TicketList eventId={eventId} />
              <CodeList
                eventId={eventId}
                search={codeSearchOf(search)}
                onSearch={(change) => onSearch({ ...search, page: undefined, ...change })}
              />
            </Late>
          ) : (
            <>
              {alerts}
              {imported && <ImportSummary done={imported} onClose={() => setImported(null)} />}
              <Summary eventId={eventId} />
              <InOrder>
                <ParticipantList
                  event={event.data}
                  search={search}
                  due={due}
                  tools={isPhone && tools}
                  disabledReason={disabledReason}
                  onSearch={(change) => onSearch({ ...search, page: undefined, ...change })}
                  onOpen={({ id }, panel) => onSearch({ ...search, page: undefined, person: id, panel })}
                  neighbours={neighbours}
                  onTool={setTool}
                />
                <Box mt="lg">{figures}</Box>
              </InOrder>
            </>
          )}
        </Tabs.Panel>
      </Tabs>
      <Late
        onClose={() => {
          close()
          if (search.person) open(undefined)
        }}
      >
        {search.person && (
          <ParticipantDrawer
            eventId={eventId}
            id={search.person}
            tab={search.panel ?? 'profile'}
            neighbours={neighbours}
            onTab={(next) => onSearch({ ...search, panel: next === 'profile' ? undefined : next })}
            onClose={() => open(undefined)}
            onOpen={open}
            onGuests={(invitedBy) => onSearch({ invitedBy })}
          />
        )}
        {tool === 'add' && (
          <AddParticipantDrawer
            eventId={eventId}
            type={listedOf(search).type ?? 'ORDINARY'}
            onClose={close}
          />
        )}
        {tool === 'import' && <ImportModal eventId={eventId} onClose={close} onDone={setImported} />}
        {tool === 'export' && <ExportModal eventId={eventId} search={search} onClose={close} />}
        {tool === 'log' && <EventLogDrawer eventId={eventId} onClose={close} />}
      </Late>
      {tool === 'shortcuts' && <ShortcutsModal onClose={close} />}
    </>
  )
}

/** Tells a screen reader the content of the chips. */
function Summary({ eventId }: { eventId: string }) {
  const { t } = useTranslation()
  useRemovals()
  const counts = useQuery(countQuery(eventId)).data
  return (
    <VisuallyHidden aria-live="polite">
      {counts &&
        t('participants.summary', {
          count: counts.total,
          total: formatNumber(counts.total),
          checkedIn: formatNumber(counts.checkedIn),
        })}
    </VisuallyHidden>
  )
}
