import { Button, Loader, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch, IconUserCheck } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '~/components/ErrorState'
import { formatTime } from '~/lib/dates'
import { formatMoney } from '~/lib/money'
import classes from './DoorScreen.module.css'
import { guestsQuery } from './queries'

/** Milliseconds after the last key until the search starts. */
const PAUSE = 250
const SHORTEST = 2

interface GuestSearchProps {
  eventId: string
  onCheckIn: (attendanceId: string) => void
}

/** Finds a guest without a ticket by name. Shows nobody before a search, because guests can see this screen. */
export function GuestSearch({ eventId, onCheckIn }: GuestSearchProps) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const [search] = useDebouncedValue(text.trim(), PAUSE)
  const isSearching = search.length >= SHORTEST
  const guests = useQuery({
    ...guestsQuery(eventId, search),
    enabled: isSearching,
    placeholderData: keepPreviousData,
  })
  const { data, error, isFetching, refetch } = guests

  return (
    <div>
      <TextInput
        type="search"
        label={t('checkin.search.label')}
        placeholder={t('checkin.search.example')}
        leftSection={<IconSearch size={18} />}
        rightSection={isSearching && isFetching ? <Loader size="xs" /> : null}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {isSearching && error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {isSearching && data?.items.length === 0 && (
        <Text size="sm" c="dimmed" mt="xs" role="status">
          {t('checkin.search.nobody')}
        </Text>
      )}
      {isSearching && (
        <ul className={classes.guests}>
          {data?.items.map((guest) => (
            <li key={guest.id}>
              <span className={classes.who}>
                <strong>{guest.fullName}</strong>
                <small>{[guest.company, guest.ticket?.name].filter(Boolean).join(' · ')}</small>
                {guest.paymentStatus === 'unpaid' && (
                  <small className={classes.unpaid}>
                    {t('checkin.search.unpaid', { amount: formatMoney(guest.amount - guest.received) })}
                  </small>
                )}
              </span>
              {guest.checkedInTime ? (
                <small>{t('checkin.search.inSince', { time: formatTime(guest.checkedInTime) })}</small>
              ) : (
                <Button
                  size="xs"
                  leftSection={<IconUserCheck size={16} />}
                  aria-label={t('checkin.search.checkInName', { name: guest.fullName })}
                  onClick={() => {
                    onCheckIn(guest.id)
                    setText('')
                  }}
                >
                  {t('checkin.check')}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
