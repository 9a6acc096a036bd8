import { Button, Drawer, Skeleton, Stack, Tabs } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { closeOnOwnEscape } from '~/components/closeOnOwnEscape'
import { confirmDiscard } from '~/components/confirm'
import { ErrorState } from '~/components/ErrorState'
import { eventQuery } from '~/features/events/queries'
import type { ParticipationType } from '~/features/tickets/participationType'
import { ticketsQuery } from '~/features/tickets/queries'
import { PANEL_TABS, type PanelTab } from './listSearch'
import { ParticipantAnswers } from './ParticipantAnswers'
import { ParticipantFacts } from './ParticipantFacts'
import classes from './ParticipantFacts.module.css'
import { ParticipantForm } from './ParticipantForm'
import { ParticipantGuests } from './ParticipantGuests'
import { ParticipantHistory } from './ParticipantHistory'
import { knownParticipant, type Participant, participantQuery } from './queries'
import { type ParticipantFormApi, useParticipantForm } from './useParticipantForm'

const FORM = 'participant'

/** Asks before unsaved changes are lost; true if the user agrees or there are none. */
type MayLeave = () => Promise<boolean> | boolean

interface AddParticipantDrawerProps {
  eventId: string
  /** How the newcomer takes part unless the organiser says otherwise. */
  type: ParticipationType
  onClose: () => void
}

/** The side panel for somebody new. */
export function AddParticipantDrawer({ eventId, type, onClose }: AddParticipantDrawerProps) {
  const { t } = useTranslation()
  const api = useParticipantForm({ eventId, participant: null, type, onSaved: onClose })
  const mayLeave = mayDiscard(api)
  const close = async () => {
    if (await mayLeave()) onClose()
  }
  return (
    <Panel title={t('participants.add')} onClose={close}>
      <Profile eventId={eventId} api={api} onCancel={close} />
    </Panel>
  )
}

interface ParticipantDrawerProps {
  eventId: string
  id: string
  onClose: () => void
  /** The open tab. */
  tab: PanelTab
  onTab: (tab: PanelTab) => void
  /** Opens somebody else's panel instead. */
  onOpen: (id: string) => void
  /** Closes the panel and lists the guests of whom it shows. */
  onGuests: (id: string) => void
}

/** The side panel of one participant. */
export function ParticipantDrawer(props: ParticipantDrawerProps) {
  const { eventId, id, tab, onTab, onClose, onOpen, onGuests } = props
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const query = useQuery({
    ...participantQuery(eventId, id),
    initialData: () => knownParticipant(queryClient, eventId, id),
  })
  const mayLeave = useRef<MayLeave>(() => true)
  const leave = (then: () => void) => async () => {
    if (await mayLeave.current()) then()
  }
  return (
    <Panel title={query.data?.fullName ?? t('participants.panel.title')} onClose={leave(onClose)}>
      {query.data ? (
        <Known
          key={id}
          participant={query.data}
          eventId={eventId}
          mayLeave={mayLeave}
          tab={tab}
          onTab={onTab}
          onSaved={onClose}
          onClose={leave(onClose)}
          onOpen={(other) => void leave(() => onOpen(other))()}
          onList={leave(() => onGuests(id))}
        />
      ) : query.error ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <Skeleton height={480} radius="md" />
      )}
    </Panel>
  )
}

interface PanelProps {
  title: string
  onClose: () => Promise<void>
  children: ReactNode
}

function Panel({ title, onClose, children }: PanelProps) {
  const { t } = useTranslation()
  return (
    <Drawer
      opened
      onClose={() => void onClose()}
      {...closeOnOwnEscape(() => void onClose())}
      position="right"
      size={640}
      title={title}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      {children}
    </Drawer>
  )
}

interface KnownProps extends Pick<ParticipantDrawerProps, 'eventId' | 'tab' | 'onTab' | 'onOpen'> {
  participant: Participant
  mayLeave: RefObject<MayLeave>
  onSaved: () => void
  onClose: () => Promise<void>
  onList: () => Promise<void>
}

function Known(props: KnownProps) {
  const { eventId, participant, mayLeave, tab, onTab, onSaved, onClose, onOpen, onList } = props
  const { t } = useTranslation()
  const api = useParticipantForm({ eventId, participant, type: 'ORDINARY', onSaved })
  mayLeave.current = mayDiscard(api)
  const { participationType, guests } = participant
  const root = useRef<HTMLDivElement>(null)
  // A layout effect, so that a key pressed right after opening is not lost.
  useLayoutEffect(() => {
    // The link that led to another participant no longer exists; without the focus the panel would get no keys.
    if (document.activeElement === document.body)
      root.current?.closest<HTMLElement>('[role="dialog"]')?.focus()
  }, [])
  const sharesSeats = participationType === 'VIP' || participationType === 'TICKET_OWNER' || guests > 0
  return (
    <Stack gap="lg" ref={root}>
      <ParticipantFacts eventId={eventId} participant={participant} onOpen={onOpen} onGone={onSaved} />
      <Tabs
        value={tab === 'guests' && !sharesSeats ? 'profile' : tab}
        onChange={(next) => onTab(PANEL_TABS.find((known) => known === next) ?? 'profile')}
      >
        <Tabs.List mb="md">
          <Tabs.Tab value="profile">{t('participants.panel.profile')}</Tabs.Tab>
          {sharesSeats && <Tabs.Tab value="guests">{t('participants.panel.guests')}</Tabs.Tab>}
          <Tabs.Tab value="history">{t('participants.panel.history')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="profile">
          <Profile eventId={eventId} api={api} onCancel={onClose}>
            <ParticipantAnswers answers={participant.answers} />
          </Profile>
        </Tabs.Panel>
        <Tabs.Panel value="guests" keepMounted={false}>
          <ParticipantGuests
            eventId={eventId}
            participant={participant}
            onOpen={onOpen}
            onList={() => void onList()}
          />
        </Tabs.Panel>
        <Tabs.Panel value="history" keepMounted={false}>
          <ParticipantHistory eventId={eventId} participant={participant} />
        </Tabs.Panel>
      </Tabs>
    </Stack>
  )
}

interface ProfileProps {
  eventId: string
  api: ParticipantFormApi
  onCancel: () => Promise<void>
  children?: ReactNode
}

/** The fields, what goes with them, and saving. */
function Profile({ eventId, api: { form, save, isSaving, isNew }, onCancel, children }: ProfileProps) {
  const { t } = useTranslation()
  const tickets = useQuery(ticketsQuery(eventId)).data ?? []
  const mailsTickets = useQuery(eventQuery(eventId)).data?.sendEmailAfterRegister ?? true
  return (
    <Stack gap="lg">
      <form id={FORM} noValidate onSubmit={save}>
        <ParticipantForm form={form} tickets={tickets} isNew={isNew} mailsTickets={mailsTickets} />
      </form>
      {children}
      <div className={classes.footer}>
        <Button variant="default" onClick={() => void onCancel()}>
          {t('common.cancel')}
        </Button>
        <Button type="submit" form={FORM} loading={isSaving}>
          {t(isNew ? 'participants.add' : 'common.save')}
        </Button>
      </div>
    </Stack>
  )
}

const mayDiscard =
  ({ form }: ParticipantFormApi): MayLeave =>
  () =>
    !form.isDirty() || confirmDiscard()
