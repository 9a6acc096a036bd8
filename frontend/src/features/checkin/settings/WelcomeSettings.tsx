import { Button, CloseButton, NumberInput, Skeleton, Stack } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as bounds from '~/api/bounds'
import type { components } from '~/api/schema'
import { ErrorState } from '~/components/ErrorState'
import { toast } from '~/components/toast'
import { Uploader } from '~/components/Uploader'
import { useConflict } from '~/components/useConflict'
import { useKeptText } from '~/components/useKept'
import { answer, api } from '~/lib/api'
import { shows } from '~/lib/apiError'
import { formatNumber } from '~/lib/numbers'
import { screenQuery } from '../queries'
import classes from './DeviceKeys.module.css'

/** Seconds a greeting may stay. */
const SHORTEST = 1
const LONGEST = bounds.ChangeWelcomeScreen_waitingTime_maximum
/** The most sponsor logos, as on the server. */
const MAX_LOGOS = 20

/** The settings of the welcome screens: duration of a greeting, sponsor logos. */
export function WelcomeSettings({ eventId }: { eventId: string }) {
  const screen = useQuery(screenQuery(eventId))
  if (!screen.data) {
    if (screen.error) return <ErrorState error={screen.error} onRetry={() => void screen.refetch()} />
    return <Skeleton height={120} radius="md" />
  }
  return <SettingsForm eventId={eventId} screen={screen.data} />
}

interface SettingsFormProps {
  eventId: string
  screen: components['schemas']['WelcomeScreen']
}

function SettingsForm({ eventId, screen }: SettingsFormProps) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const [seconds, setSeconds] = useState<number | string>(screen.waitingTime)
  const [logos, setLogos] = useState(screen.sponsorLogos)
  const conflict = useConflict({
    form: {
      getValues: () => ({ waitingTime: seconds, sponsorLogos: logos }),
      setFieldValue: (path: string, value: never) =>
        path === 'waitingTime' ? setSeconds(value) : setLogos(value),
      // These fields are never reset.
      resetDirty: () => undefined,
      // Fields show only errors found before sending.
      setErrors: () => undefined,
      getInputNode: () => null,
    },
    stored: screen,
    valuesOf: ({ waitingTime, sponsorLogos }): { waitingTime: number | string; sponsorLogos: string[] } => ({
      waitingTime,
      sponsorLogos,
    }),
    fields: [
      { path: 'waitingTime', label: t('checkin.welcoming.waitingTime') },
      {
        path: 'sponsorLogos',
        label: t('checkin.welcoming.sponsors'),
        say: (images: string[]) => formatNumber(images.length),
      },
    ],
  })
  const known = conflict.read ?? screen
  useKeptText('welcome', `${seconds}`, `${known.waitingTime}`, (text) => setSeconds(Number(text) || text))
  const isValid = typeof seconds === 'number' && seconds >= SHORTEST && seconds <= LONGEST
  const save = useMutation({
    mutationFn: () =>
      answer(
        api.PUT('/event/{eventId}/checkin', {
          params: { path: { eventId } },
          body: { waitingTime: Number(seconds), sponsorLogos: logos, version: conflict.version },
        }),
      ),
    onSuccess: ({ data, messages }) => {
      queryClient.setQueryData(screenQuery(eventId).queryKey, data)
      conflict.saved(data)
      toast.success(messages)
    },
    onError: shows(conflict.refuse),
  })

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (isValid) save.mutate()
      }}
    >
      <Stack>
        <NumberInput
          label={t('checkin.welcoming.waitingTime')}
          description={t('checkin.welcoming.waitingTimeHint')}
          min={SHORTEST}
          max={LONGEST}
          allowDecimal={false}
          clampBehavior="none"
          value={seconds}
          onChange={setSeconds}
          error={isValid ? null : t('checkin.welcoming.waitingTimeWrong', { min: SHORTEST, max: LONGEST })}
          maw={280}
        />
        {logos.length > 0 && (
          <ul className={classes.logos} aria-label={t('checkin.welcoming.sponsors')}>
            {logos.map((logo, index) => (
              <li key={logo}>
                <img src={logo} alt={t('checkin.welcoming.logo', { number: index + 1 })} />
                <CloseButton
                  pos="absolute"
                  top={-10}
                  right={-10}
                  radius="xl"
                  variant="default"
                  bg="var(--hoi-surface)"
                  aria-label={t('checkin.welcoming.removeLogo', { number: index + 1 })}
                  onClick={() => setLogos(logos.filter((other) => other !== logo))}
                />
              </li>
            ))}
          </ul>
        )}
        {logos.length < MAX_LOGOS && (
          <Uploader
            label={t('checkin.welcoming.addLogo')}
            purpose="sponsorLogo"
            value={null}
            onChange={(logo) => logo && setLogos((before) => [...before, logo])}
          />
        )}
        {conflict.notice}
        <Button type="submit" loading={save.isPending} style={{ alignSelf: 'flex-start' }}>
          {t('checkin.welcoming.save')}
        </Button>
      </Stack>
    </form>
  )
}
