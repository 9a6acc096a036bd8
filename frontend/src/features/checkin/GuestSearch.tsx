import { Button, Loader, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconCash, IconSearch, IconUserCheck } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { components } from '~/api/schema'
import { ErrorState } from '~/components/ErrorState'
import { formatTime } from '~/lib/dates'
import { formatMoney } from '~/lib/numbers'
import classes from './DoorScreen.module.css'
import { guestsQuery } from './queries'
import type { Door } from './scan'
import type { Payer } from './useMarkPaid'

/** Milliseconds after the last key until the search starts. */
const PAUSE = 250
const SHORTEST = 2
/** Characters of a search that the server takes. */
const LONGEST = 100

interface GuestSearchProps {
  door: Door
  onCheckIn: (attendanceId: string) => void
  /** Records that the amount due was handed over; absent in practice. */
  onPaid?: (guest: Payer) => void
}

/** Finds a guest without a ticket by name. Shows no names before a search, because guests can see this screen. */
export function GuestSearch({ door, onCheckIn, onPaid }: GuestSearchProps) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const [search] = useDebouncedValue(text.trim(), PAUSE)
  const isSearching = search.length >= SHORTEST
  const guests = useQuery({
    ...guestsQuery(door, search),
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
        maxLength={LONGEST}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {isSearching && error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {isSearching && data?.length === 0 && (
        <Text size="sm" c="dimmed" mt="xs" role="status">
          {t('checkin.search.nobody')}
        </Text>
      )}
      {isSearching && (
        <ul className={classes.guests}>
          {data?.map((guest) => (
            <Guest
              key={guest.attendanceId}
              guest={guest}
              onPaid={onPaid}
              onCheckIn={() => {
                onCheckIn(guest.attendanceId)
                setText('')
              }}
            />
          ))}
        </ul>
      )}
    </div>
  )
}

interface GuestProps {
  guest: components['schemas']['FoundGuest']
  onCheckIn: () => void
  onPaid?: (guest: Payer) => void
}

function Guest({ guest, onCheckIn, onPaid }: GuestProps) {
  const { t } = useTranslation()
  const { attendanceId, fullName, phoneEnd, ticketName, checkedInTime, amountDue } = guest
  const amount = formatMoney(amountDue)
  const facts = [ticketName, phoneEnd && t('checkin.search.phoneEnd', { digits: phoneEnd })]
  return (
    <li>
      <span className={classes.who}>
        <strong>{fullName}</strong>
        <small>{facts.filter(Boolean).join(' · ')}</small>
        {amountDue > 0 && <small className={classes.unpaid}>{t('checkin.search.unpaid', { amount })}</small>}
        {checkedInTime && <small>{t('checkin.search.inSince', { time: formatTime(checkedInTime) })}</small>}
      </span>
      <span className={classes.acts}>
        {amountDue > 0 && onPaid && (
          <Button
            variant="default"
            leftSection={<IconCash size={18} />}
            aria-label={t('checkin.search.receivedFrom', { amount, name: fullName })}
            onClick={() => onPaid({ attendanceId, fullName, amount: amountDue })}
          >
            {t('checkin.search.received', { amount })}
          </Button>
        )}
        {!checkedInTime && (
          <Button
            leftSection={<IconUserCheck size={18} />}
            aria-label={t('checkin.search.checkInName', { name: fullName })}
            onClick={onCheckIn}
          >
            {t('checkin.check')}
          </Button>
        )}
      </span>
    </li>
  )
}
