import { Loader, Modal, Select, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '~/components/ErrorState'
import { SearchField } from '~/components/SearchField'
import { outstanding } from '~/features/participants/payments/owed'
import type { Participant } from '~/features/participants/queries'
import { formatMoney } from '~/lib/numbers'
import classes from './Money.module.css'
import { allMoneyQuery, owingQuery, type Transfer } from './queries'

interface ChooseRegistrationProps {
  transfer: Transfer
  /** The event whose people are offered; without one it is chosen. */
  event?: { id: string; title: string }
  isDeciding: boolean
  onClose: () => void
  onChoose: (person: Participant) => void
}

/** Chooses the participant of a transfer, among those who owe money. */
export function ChooseRegistration({
  transfer,
  event,
  isDeciding,
  onClose,
  onChoose,
}: ChooseRegistrationProps) {
  const { t } = useTranslation()
  const money = useQuery({ ...allMoneyQuery, enabled: !event })
  const { suggestion, split, named } = transfer
  const [meant] = suggestion ? [suggestion] : [...split, ...named]
  const [chosen, setChosen] = useState<string | null>(event?.id ?? meant?.eventId ?? null)
  const [search, setSearch] = useState('')
  const eventId = chosen ?? money.data?.events[0]?.id
  const people = useQuery({ ...owingQuery(eventId ?? '', search), enabled: Boolean(eventId) })
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('money.choose.title', { amount: formatMoney(transfer.amount) })}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <Stack gap="sm">
        <Text size="sm" c="dimmed" className={classes.words}>
          {transfer.content}
        </Text>
        {!event && money.data && (
          <Select
            label={t('money.choose.event')}
            data={money.data.events.map(({ id, title }) => ({ value: id, label: title }))}
            value={eventId ?? null}
            allowDeselect={false}
            onChange={setChosen}
          />
        )}
        <SearchField label={t('money.choose.search')} value={search} onSearch={setSearch} data-autofocus />
        {people.data ? (
          <ul className={classes.people}>
            {people.data.items.map((person) => (
              <li key={person.id}>
                <button type="button" disabled={isDeciding} onClick={() => onChoose(person)}>
                  <Text component="span" size="sm" fw={500}>
                    {person.fullName}
                  </Text>
                  <Text component="span" size="xs" c="dimmed">
                    {`${t('money.person.owes', { amount: formatMoney(outstanding(person)) })} · ${person.paymentRef}`}
                  </Text>
                </button>
              </li>
            ))}
          </ul>
        ) : people.error ? (
          <ErrorState error={people.error} onRetry={() => void people.refetch()} />
        ) : (
          <Loader size="sm" role="status" aria-label={t('common.table.loading')} />
        )}
        {people.data?.items.length === 0 && (
          <Text size="sm" c="dimmed">
            {t('money.choose.nobody')}
          </Text>
        )}
      </Stack>
    </Modal>
  )
}
