import { Button, Center, Loader } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '~/components/ErrorState'
import { CODE, isRefused } from '~/lib/apiError'
import { useSession } from '~/lib/session'
import { useWakeLock } from '~/lib/wakeLock'
import { DrawBar } from './DrawBar'
import { DrawControls } from './DrawControls'
import { DrawEmpty } from './DrawEmpty'
import { DrawLists } from './DrawLists'
import type { Spin, Winner } from './drawState'
import classes from './LuckyDrawScreen.module.css'
import { PromiseLine } from './PromiseLine'
import { type Draw, settingsQuery } from './queries'
import { SetupDrawer } from './SetupDrawer'
import { type Announcement, Stage } from './Stage'
import { useLiveDraw } from './useLiveDraw'

/** The lucky draw of an event. Anyone may watch; the owner, as the server decides, also draws. */
export function LuckyDrawScreen({ eventId }: { eventId: string }) {
  const { t } = useTranslation()
  const { loggedIn } = useSession()
  const settings = useQuery({ ...settingsQuery(eventId), enabled: loggedIn })
  // A failed refetch keeps the owner's view; only a refusal ends it.
  const isRefusedNow = isRefused(settings.error, CODE.insufficientPermission)
  const own = loggedIn && !isRefusedNow ? settings.data : undefined
  const isOwner = own !== undefined
  const live = useLiveDraw(eventId, own?.draw)
  const { draw, state, dispatch, isLive, show } = live
  const [settingUp, setSettingUp] = useState(false)
  useDocumentTitle(`${draw.data?.title ?? t('shell.title.luckyDraw')} · Hội`)
  useWakeLock()

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
  const companies = data.nameForm === 'full' ? own?.winners : undefined
  const openSettings = isOwner ? () => setSettingUp(true) : undefined
  return (
    <div className={classes.page}>
      {data.coverImage && <img src={data.coverImage} alt="" className={classes.backdrop} />}
      <DrawBar eventId={eventId} draw={data} isLive={isLive} onSetUp={openSettings} />
      <div className={classes.hall}>
        <section className={classes.show} aria-label={t('luckyDraw.stage.title')}>
          {isEmpty ? (
            <DrawEmpty draw={data} onSetUp={openSettings} />
          ) : (
            <Stage
              names={spin?.names ?? entries.map(({ name }) => name)}
              total={spin && !spin.isComplete ? Math.max(total, spin.names.length + 1) : total}
              turning={spin ? { key: spin.winner.id, index: spin.index } : null}
              announcement={spin ? null : announcementOf(state.announced, companies)}
              onLanded={() => dispatch({ type: 'landed' })}
            >
              <Button variant="white" size="md" mt="sm" onClick={() => dispatch({ type: 'dismissed' })}>
                {t('luckyDraw.stage.back')}
              </Button>
            </Stage>
          )}
          <PromiseLine round={data.round} />
          {isOwner && (
            <DrawControls eventId={eventId} draw={data} isTurning={spin !== undefined} onDrawn={show} />
          )}
        </section>
        {(isOwner || isOpen) && <DrawLists eventId={eventId} draw={data} own={own} />}
      </div>
      {settingUp && own && (
        <SetupDrawer eventId={eventId} settings={own} onClose={() => setSettingUp(false)} />
      )}
    </div>
  )
}

/** Hides the newest winner from lists and counters while the wheel turns. */
function withoutUnseen(draw: Draw, spins: Spin[]): Draw {
  if (spins.length === 0) return draw
  const unseen = new Map(spins.map(({ winner }) => [winner.id, winner]))
  return {
    ...draw,
    winners: draw.winners.filter(({ id }) => !unseen.has(id)),
    prizes: draw.prizes.map((prize) => {
      const hidden = draw.winners.filter(({ id, prizeId }) => unseen.has(id) && prizeId === prize.id).length
      return { ...prize, drawn: prize.drawn - hidden }
    }),
  }
}

function announcementOf(
  winner: Winner | null,
  own: readonly (Winner & { company: string })[] = [],
): Announcement | null {
  if (!winner) return null
  return {
    key: winner.id,
    name: winner.name,
    code: winner.maskedCode,
    prize: winner.prize,
    image: winner.prizeImage,
    company: own.find(({ id }) => id === winner.id)?.company,
  }
}
