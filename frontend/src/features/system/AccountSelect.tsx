import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { accountsQuery, activityQuery } from './queries'

/** Milliseconds after the last key until the search starts. */
const PAUSE = 250

interface AccountSelectProps {
  label: string
  /** The identifier of the chosen account. */
  value: string | undefined
  onChange: (id: string | undefined) => void
}

/** An account, found by typing. */
export function AccountSelect({ label, value, onChange }: AccountSelectProps) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const chosen = useQuery({ ...activityQuery(value ?? ''), enabled: value !== undefined })
  const nameOf = (account: { fullName: string; email: string }) => `${account.fullName} · ${account.email}`
  const shown = value && chosen.data && nameOf(chosen.data)
  // The field shows the name of the chosen account, which must not start a search.
  const [search] = useDebouncedValue(typed === shown ? '' : typed.trim(), PAUSE)
  const found = useQuery(accountsQuery(search))
  const others = found.data?.items.filter(({ id }) => id !== value) ?? []
  return (
    <Select
      aria-label={label}
      placeholder={label}
      data={[
        ...(value && shown ? [{ value, label: shown }] : []),
        ...others.map((account) => ({ value: account.id, label: nameOf(account) })),
      ]}
      // The server has filtered already, also by data that the options do not show.
      filter={({ options }) => options}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('common.clearChoice') }}
      searchValue={typed}
      onSearchChange={setTyped}
      value={value ?? null}
      onChange={(id) => onChange(id ?? undefined)}
    />
  )
}
