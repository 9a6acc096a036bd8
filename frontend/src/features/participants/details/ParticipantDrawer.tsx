import { Button, Drawer, Skeleton, Stack, Tabs } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { closeOnOwnEscape } from '~/components/closeOnOwnEscape'
import { confirmDiscard } from '~/components/confirm'
import { ErrorState } from '~/components/ErrorState'
import { useFocusBack } from '~/components/useFocusBack'
import { useRight } from '~/features/events/eventRights'
import { eventQuery } from '~/features/events/queries'
import { ParticipantInvoice } from '~/features/invoices/ParticipantInvoice'
import type { ParticipationType } from '~/features/tickets/participationType'
import { ticketsQuery } from '~/features/tickets/queries'
import { rowOf } from '../list/useFocusInList'
import { PANEL_TABS, type PanelTab } from '../listSearch'
import { ParticipantPayments } from '../payments/ParticipantPayments'
import { knownParticipant, type Participant, participantQuery } from '../queries'
import { ParticipantAnswers } from './ParticipantAnswers'
import { ParticipantFacts, ParticipantHead } from './ParticipantFacts'
import classes from './ParticipantFacts.module.css'
import { ParticipantForm } from './ParticipantForm'
import { ParticipantGuests } from './ParticipantGuests'
import { ParticipantHistory } from './ParticipantHistory'
import type { Neighbours } from './useNeighbours'
import { type ParticipantFormApi, useParticipantForm } from './useParticipantForm'

const FORM = 'participant'

/** Asks before unsaved changes are lost; true if the user agrees or there are none. */
type MayLeave = () => Promise<boolean> | boolean

interface AddParticipantDrawerProps {
  eventId: string
  /** The default type of the new participant. */
  type: ParticipationType
  onClose: () => void
}

/** The side panel for a new participant. */
export function AddParticipantDrawer({ eventId, type, onClose }: AddParticipantDrawerProps) {
  const { t } = useTranslation()
  const api = useParticipantForm({ eventId, participant: null, type, onSaved: onClose })
  const mayLeave = mayDiscard(api)
  const close = async () => {
    if (await mayLeave()) onClose()
  }
  return (
    <Panel title={t('participants.add')} onClose={close}>
      <Profile eventId={eventId} api={api} onCancel={() => void close()} />
    </Panel>
  )
}

interface ParticipantDrawerProps {
  eventId: string
  id: string
  neighbours: Neighbours
  onClose: () => void
  /** The part of the panel that is shown: profile, guests or the form. */
  tab: PanelTab
  onTab: (tab: PanelTab) => void
  /** Opens another participant's panel instead. */
  onOpen: (id: string) => void
  /** Closes the panel and lists the guests of its participant. */
  onGuests: (id: string) => void
}

/** The side panel of one participant. */
export function ParticipantDrawer(props: ParticipantDrawerProps) {
  const { eventId, id, neighbours, tab, onTab, onClose, onOpen, onGuests } = props
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
  const known = query.data?.erasedAt ? t('participants.erase.name') : query.data?.fullName
  const title = known ?? t('participants.panel.title')
  /** The same, unless that would lose typed text. */
  const ask =
    <T,>(then: (to: T) => void) =>
    (to: T) =>
      void leave(() => then(to))()
  return (
    <Panel id={id} title={title} onClose={leave(onClose)}>
      {query.data ? (
        <Known
          key={id}
          participant={query.data}
          eventId={eventId}
          mayLeave={mayLeave}
          tab={tab}
          neighbours={{ ...neighbours, go: ask(neighbours.go) }}
          onTab={onTab}
          onGone={onClose}
          onRead={ask(onTab)}
          onOpen={ask(onOpen)}
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
  /** Whose row gets the focus back. Others may have been shown since the panel was opened. */
  id?: string
  title: string
  onClose: () => Promise<void>
  children: ReactNode
}

function Panel({ id, title, onClose, children }: PanelProps) {
  const { t } = useTranslation()
  useFocusBack(true, () => rowOf(id))
  return (
    <Drawer
      opened
      onClose={() => void onClose()}
      {...closeOnOwnEscape(() => void onClose())}
      position="right"
      size={560}
      title={title}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      {children}
    </Drawer>
  )
}

interface KnownProps
  extends Pick<ParticipantDrawerProps, 'eventId' | 'neighbours' | 'tab' | 'onTab' | 'onOpen'> {
  participant: Participant
  mayLeave: RefObject<MayLeave>
  onGone: () => void
  /** As `onTab`, but asks before typed text is lost. */
  onRead: (tab: PanelTab) => void
  onList: () => Promise<void>
}

function Known(props: KnownProps) {
  const { eventId, participant, mayLeave, neighbours, onTab, onGone, onRead, onOpen, onList } = props
  const { t } = useTranslation()
  const { participationType, guests } = participant
  // An erased participant has no form, also not at its address.
  const tab = props.tab === 'edit' && participant.erasedAt ? 'profile' : props.tab
  const offersInvoices = useQuery(eventQuery(eventId)).data?.offersInvoices ?? false
  const seesMoney = useRight(eventId, 'money')
  const root = useRef<HTMLDivElement>(null)
  // A layout effect, so that a key pressed right after opening is not lost.
  useLayoutEffect(() => {
    // The link that led to another participant no longer exists; without the focus the panel would get no keys.
    if (document.activeElement === document.body)
      root.current?.closest<HTMLElement>('[role="dialog"]')?.focus()
  }, [])
  if (tab === 'edit') {
    return (
      <EditProfile
        eventId={eventId}
        participant={participant}
        mayLeave={mayLeave}
        onSaved={() => onTab('profile')}
        onCancel={() => onRead('profile')}
      />
    )
  }
  const sharesSeats = participationType === 'VIP' || participationType === 'TICKET_OWNER' || guests > 0
  const profile = (
    <Stack gap="lg">
      <ParticipantFacts eventId={eventId} participant={participant} onOpen={onOpen} />
      {seesMoney && <ParticipantPayments eventId={eventId} participant={participant} />}
      <ParticipantAnswers eventId={eventId} participant={participant} />
      {seesMoney && offersInvoices && participant.amount > 0 && (
        <ParticipantInvoice eventId={eventId} person={participant} />
      )}
      <ParticipantHistory eventId={eventId} participant={participant} />
    </Stack>
  )
  return (
    <Stack gap="lg" ref={root}>
      <ParticipantHead
        eventId={eventId}
        participant={participant}
        neighbours={neighbours}
        onEdit={() => onTab('edit')}
        onGone={onGone}
      />
      {sharesSeats ? (
        <Tabs
          value={tab}
          onChange={(next) => onTab(PANEL_TABS.find((known) => known === next) ?? 'profile')}
          keepMounted={false}
        >
          <Tabs.List mb="md">
            <Tabs.Tab value="profile">{t('participants.panel.profile')}</Tabs.Tab>
            <Tabs.Tab value="guests">{t('participants.panel.guests')}</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="profile">{profile}</Tabs.Panel>
          <Tabs.Panel value="guests">
            <ParticipantGuests
              eventId={eventId}
              participant={participant}
              onOpen={onOpen}
              onList={() => void onList()}
            />
          </Tabs.Panel>
        </Tabs>
      ) : (
        profile
      )}
    </Stack>
  )
}

interface EditProfileProps extends Pick<KnownProps, 'eventId' | 'participant' | 'mayLeave'> {
  onSaved: () => void
  onCancel: () => void
}

function EditProfile({ eventId, participant, mayLeave, onSaved, onCancel }: EditProfileProps) {
  const api = useParticipantForm({
    eventId,
    participant,
    type: participant.participationType,
    onSaved: () => {
      mayLeave.current = () => true
      onSaved()
    },
  })
  mayLeave.current = mayDiscard(api)
  useEffect(
    () => () => {
      mayLeave.current = () => true
    },
    [mayLeave],
  )
  return <Profile eventId={eventId} api={api} onCancel={onCancel} />
}

interface ProfileProps {
  eventId: string
  api: ParticipantFormApi
  onCancel: () => void
}

/** The fields and saving. */
function Profile({ eventId, api: { form, save, isSaving, isNew, notice }, onCancel }: ProfileProps) {
  const { t } = useTranslation()
  const tickets = useQuery(ticketsQuery(eventId)).data ?? []
  const mailsTickets = useQuery(eventQuery(eventId)).data?.sendEmailAfterRegister ?? true
  return (
    <Stack gap="lg">
      {notice}
      <form id={FORM} noValidate onSubmit={save}>
        <ParticipantForm form={form} tickets={tickets} isNew={isNew} mailsTickets={mailsTickets} />
      </form>
      <div className={classes.footer}>
        <Button variant="default" onClick={onCancel}>
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
