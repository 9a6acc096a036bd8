import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { components } from '~/api/schema'
import { organisersQuery } from '~/features/plans/queries'

/** Milliseconds after the last key until the search starts. */
const PAUSE = 250

interface GroupOwnerFieldProps {
  value?: string | null
  defaultValue?: string | null
  onChange?: (id: string | null) => void
  error?: React.ReactNode
  'data-path'?: string
}

/** The organiser who will own a group, found by typing. */
export function GroupOwnerField(props: GroupOwnerFieldProps) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), PAUSE)
  const [chosen, setChosen] = useState<components['schemas']['Account'] | null>(null)
  // The field shows the name of the chosen organiser, which must not start a search.
  const found = useQuery(organisersQuery(search === nameOf(chosen) ? '' : search))
  const others = found.data?.items.filter(({ id }) => id !== chosen?.id) ?? []
  const accounts = chosen ? [chosen, ...others] : others
  return (
    <Select
      label={t('groups.field.owner')}
      description={t('groups.hint.owner')}
      placeholder={t('groups.people.search')}
      withAsterisk
      data={accounts.map((account) => ({ value: account.id, label: nameOf(account) }))}
      // The server has filtered already, also by data that the options do not show.
      filter={({ options }) => options}
      searchable
      // The list would hide the errors in the form when the first one gets the focus.
      openOnFocus={false}
      searchValue={typed}
      onSearchChange={setTyped}
      nothingFoundMessage={t('groups.people.nobodyFound')}
      {...props}
      onChange={(id) => {
        setChosen(accounts.find((account) => account.id === id) ?? null)
        props.onChange?.(id)
      }}
    />
  )
}

const nameOf = (account: components['schemas']['Account'] | null) =>
  account ? `${account.fullName} · ${account.email}` : ''
