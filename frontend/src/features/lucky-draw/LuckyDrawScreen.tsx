import { Button, Center, Kbd, Loader, VisuallyHidden } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '~/components/ErrorState'
import { StageFrame } from '~/components/StageFrame'
import { useStageKeys } from '~/components/stageKeys'
import { StageNotes } from '~/components/Toasts'
import { publicEventQuery } from '~/features/checkin/queries'
import { CODE, isRefused } from '~/lib/apiError'
import { registrationPath } from '~/lib/paths'
import { useSession } from '~/lib/session'
import { isTypedHere } from '~/lib/typed'
import { useWakeLock } from '~/lib/wakeLock'
import { DrawBar } from './DrawBar'
import { DrawControls } from './DrawControls'
import { DrawEmpty } from './DrawEmpty'
import { DrawLists } from './DrawLists'
import type { Spin, Winner } from './drawState'
import classes from './LuckyDrawScreen.module.css'
import { PromiseLine } from './PromiseLine'
import { NO_PRIZE, prizeChoice } from './prizeChoice'
import { type Draw, settingsQuery } from './queries'
import { RemoteAnswer } from './RemoteAnswer'
import { RemoteInvite } from './RemoteInvite'
import { RemoteLogin } from './RemoteLogin'
import { RemoteStage } from './RemoteStage'
import { SetupDrawer } from './SetupDrawer'
import { type Announcement, Stage } from './Stage'
import { useLiveDraw } from './useLiveDraw'

interface LuckyDrawScreenProps {
  eventId: string
  /** This device is to be a remote of the big screen, which needs an account that may draw. */
  wantsRemote: boolean
  onRemote: (wantsRemote: boolean) => void
}

/** The lucky draw of an event. Anyone may watch; accounts with the right to, as the server decides, also draw. */
export function LuckyDrawScreen({ eventId, wantsRemote, onRemote }: LuckyDrawScreenProps) {
  const { t } = useTranslation()
  const { loggedIn } = useSession()
  const settings = useQuery({ ...settingsQuery(eventId), enabled: loggedIn })
  // A failed refetch keeps the view of those who draw; only a refusal ends it.
  const isRefusedNow = isRefused(settings.error, CODE.insufficientPermission)
  const own = loggedIn && !isRefusedNow ? settings.data : undefined
  const mayDraw = own !== undefined
  const isRemote = wantsRemote && mayDraw
  const [picked, setPicked] = useState<string | null>(null)
  const live = useLiveDraw(eventId, { own: own?.draw, isRemote, onPick: setPicked })
  const { draw, state, dispatch, isLive, show } = live
  // The big screen shows no controls while a remote is there; its keys still work.
  const isLed = live.isLed && mayDraw && !wantsRemote
  const event = useQuery(publicEventQuery(eventId))
  const [settingUp, setSettingUp] = useState(() => isTypedHere(`draw ${eventId}`))
  const [inviting, setInviting] = useState(false)
  const navigate = useNavigate()
  useStageKeys({
    onBack: () => {
      if (isRemote) onRemote(false)
      else if (state.announced && state.spins.length === 0) dispatch({ type: 'dismissed' })
      else if (mayDraw) void navigate({ to: '/event-management/$eventId', params: { eventId } })
      else window.location.assign(registrationPath(eventId))
    },
  })
  useDocumentTitle(`${draw.data?.title ?? t('shell.title.luckyDraw')} · Hội`)
  useWakeLock()

  if (wantsRemote && !loggedIn) return <RemoteLogin eventId={eventId} onWatch={() => onRemote(false)} />

  // A refusal (the event was cancelled) hides the page; a lost connection does not.
  const isGone = isRefused(draw.error, CODE.notFound)
  if (!live.data || isGone || (loggedIn && settings.isPending)) {
    return (
      <Center className={classes.waiting} p="md">
        {draw.error ? (
          <ErrorState error={draw.error} onRetry={() => void draw.refetch()} />
        ) : (
          <Loader role="status" aria-label={t('luckyDraw.loading')} />
        )}
      </Center>
    )
  }

  const data = withoutUnseen(live.data, state.spins)
  const spin = state.spins[0]
  const { total, entries, isOpen } = live.data
  const isEmpty = !spin && !state.announced && total === 0
  const companies = data.nameForm === 'full' || isRemote ? own?.winners : undefined
  const announcement = spin ? null : announcementOf(state.announced, companies)
  const openSettings = mayDraw ? () => setSettingUp(true) : undefined
  const land = () => dispatch({ type: 'landed' })
  const { prize } = prizeChoice(data, picked)
  // The hall reads what is at stake, also where no controls are shown; the audience's phones know it when the wheel turns.
  const prizeOnStage = spin ? spin.winner.prize : mayDraw && !announcement && prize?.name
  const [newest] = data.winners
  // A remote that came after the draw: the big screen may still show the winner.
  const isUnanswered = isRemote && !spin && !announcement && newest && newest.id !== state.dismissed
  return (
    <StageFrame
      className={classes.page}
      backgroundColor={event.data?.backgroundColor}
      coverImage={data.coverImage}
      controls={isRemote ? 'shown' : isLed ? 'hidden' : undefined}
    >
      <DrawBar
        eventId={eventId}
        draw={data}
        isLive={isLive}
        onSetUp={openSettings}
        onRemote={mayDraw && !isRemote ? () => (isPhone() ? onRemote(true) : setInviting(true)) : undefined}
        onLeave={isRemote ? () => onRemote(false) : undefined}
      />
      {isLed && <VisuallyHidden role="status">{t('luckyDraw.remote.led')}</VisuallyHidden>}
      <div className={classes.hall}>
        <section className={classes.show} aria-label={t('luckyDraw.stage.title')}>
          {data.prizes.length > 0 && !isRemote && !isEmpty && (
            <p className={classes.prize}>
              {prizeOnStage ? t('luckyDraw.stage.prize', { prize: prizeOnStage }) : '\u00a0'}
            </p>
          )}
          {isRemote ? (
            <RemoteStage
              draw={data}
              prize={prize}
              turning={spin?.winner.id ?? null}
              announcement={announcement}
              isFull={live.isFull}
              dismissed={state.dismissed}
              tell={live.tell}
              onLanded={land}
            />
          ) : isEmpty ? (
            <DrawEmpty draw={data} onSetUp={openSettings} />
          ) : (
            <Stage
              names={spin?.names ?? entries.map(({ name }) => name)}
              total={spin && !spin.isComplete ? Math.max(total, spin.names.length + 1) : total}
              turning={spin ? { key: spin.winner.id, index: spin.index } : null}
              announcement={announcement}
              onLanded={land}
            />
          )}
          <PromiseLine round={data.round} />
        </section>
        <div className={classes.operation} data-control>
          {isUnanswered && (
            <Button
              variant="white"
              h={56}
              fullWidth
              onClick={() => dispatch({ type: 'dismissed', id: newest?.id })}
            >
              {t('luckyDraw.stage.back')}
            </Button>
          )}
          {announcement && !isRemote && (
            <Button
              variant="white"
              aria-keyshortcuts="Escape"
              rightSection={<Kbd aria-hidden>Esc</Kbd>}
              onClick={() => dispatch({ type: 'dismissed' })}
            >
              {t('luckyDraw.stage.back')}
            </Button>
          )}
          <StageNotes className={classes.note} />
          {isRemote && announcement && state.announced ? (
            <RemoteAnswer
              eventId={eventId}
              winner={state.announced}
              prize={prize}
              onNext={() => dispatch({ type: 'dismissed' })}
              onTaken={(winner) => {
                live.forget(winner.id)
                setPicked(winner.prizeId ?? NO_PRIZE)
              }}
            />
          ) : (
            own && (
              <DrawControls
                eventId={eventId}
                draw={data}
                after={Math.max(0, ...own.winners.map(({ round }) => round))}
                picked={picked}
                onPick={setPicked}
                isTurning={spin !== undefined}
                isRemote={isRemote}
                onDrawn={show}
              />
            )
          )}
        </div>
        {(mayDraw || isOpen) && <DrawLists eventId={eventId} draw={data} own={own} />}
      </div>
      {inviting && !isLed && (
        <RemoteInvite
          eventId={eventId}
          onHere={() => {
            setInviting(false)
            onRemote(true)
          }}
          onClose={() => setInviting(false)}
        />
      )}
      {settingUp && own && (
        <SetupDrawer eventId={eventId} settings={own} onClose={() => setSettingUp(false)} />
      )}
    </StageFrame>
  )
}

/** As wide as a phone, whose page has its controls below the wheel. */
const isPhone = () => window.matchMedia('(max-width: 59.99em)').matches

/** Hides the newest winner from lists and counters while the wheel turns. */
function withoutUnseen(draw: Draw, spins: Spin[]): Draw {
  const [spin] = spins
  if (!spin) return draw
  const unseen = new Map(spins.map(({ winner }) => [winner.id, winner]))
  return {
    ...draw,
    total: spin.total,
    winners: draw.winners.filter(({ id }) => !unseen.has(id)),
    prizes: draw.prizes.map((prize) => {
      const hidden = draw.winners.filter(({ id, prizeId }) => unseen.has(id) && prizeId === prize.id).length
      return { ...prize, drawn: prize.drawn - hidden }
    }),
  }
}

function announcementOf(
  winner: Winner | null,
  own: readonly (Winner & { fullName: string; company: string })[] = [],
): (Announcement & { fullName?: string }) | null {
  if (!winner) return null
  const known = own.find(({ id }) => id === winner.id)
  return {
    key: winner.id,
    name: winner.name,
    code: winner.maskedCode,
    prize: winner.prize,
    image: winner.prizeImage,
    fullName: known?.fullName,
    company: known?.company,
  }
}
