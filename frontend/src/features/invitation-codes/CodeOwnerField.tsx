import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { components } from '~/api/schema'
import { ownersQuery } from './queries'

const PAUSE = 250

interface CodeOwnerFieldProps {
  eventId: string
  value?: string | null
  onChange: (id: string | null) => void
  error?: React.ReactNode
}

/** A VIP or ticket owner who shares seats; found by typing, because an event may have hundreds. */
export function CodeOwnerField({ eventId, ...input }: CodeOwnerFieldProps) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), PAUSE)
  const [chosen, setChosen] = useState<components['schemas']['Participant'] | null>(null)
  const vips = useQuery({ ...ownersQuery(eventId, 'VIP', search), placeholderData: keepPreviousData })
  const owners = useQuery({
    ...ownersQuery(eventId, 'TICKET_OWNER', search),
    placeholderData: keepPreviousData,
  })
  const found = [...(vips.data?.items ?? []), ...(owners.data?.items ?? [])]
  const people = chosen && !found.some(({ id }) => id === chosen.id) ? [chosen, ...found] : found
  return (
    <Select
      label={t('invitationCodes.field.owner')}
      description={t('invitationCodes.ownerHint')}
      data={people.map(({ id, fullName, company }) => ({
        value: id,
        label: company ? `${fullName} · ${company}` : fullName,
      }))}
      // The server has already filtered, by more than the name.
      filter={({ options }) => options}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('common.clearChoice') }}
      searchValue={typed}
      onSearchChange={setTyped}
      nothingFoundMessage={t('invitationCodes.noOwner')}
      value={input.value ?? null}
      onChange={(id) => {
        setChosen(people.find((person) => person.id === id) ?? null)
        input.onChange(id)
      }}
      error={input.error}
    />
  )
}
