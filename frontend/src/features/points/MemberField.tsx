import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { foundMembersQuery, type PointParty } from './queries'

/** Milliseconds after the last key until the search starts. */
const PAUSE = 250

interface MemberFieldProps {
  groupId: string
  label: string
  /** Members whose names are known before anything is typed: the reader, and the parties of a point that is edited. */
  known: readonly Pick<PointParty, 'id' | 'fullName'>[]
  value?: string | null
  onChange?: (id: string | null) => void
  error?: React.ReactNode
}

/** A member of the group, found by typing. */
export function MemberField({ groupId, label, known, ...input }: MemberFieldProps) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), PAUSE)
  const [seen, setSeen] = useState<ReadonlyMap<string, string>>(
    new Map(known.map(({ id, fullName }) => [id, fullName])),
  )
  // The field shows the name of the chosen member, which must not start a search.
  const isChosen = [...seen.values()].includes(search)
  const { data } = useQuery(foundMembersQuery(groupId, isChosen ? '' : search))
  const people = new Map(seen)
  for (const { userId, fullName } of data?.items ?? []) people.set(userId, fullName)
  return (
    <Select
      label={label}
      placeholder={t('points.memberSearch')}
      withAsterisk
      searchable
      data={[...people].map(([value, name]) => ({ value, label: name }))}
      // The server also finds members by company and business field, so its answers are not filtered by name again.
      filter={
        isChosen || typed.trim() === ''
          ? undefined
          : ({ options }) =>
              options.filter(
                (option) =>
                  'value' in option && data?.items.some(({ userId }) => userId === String(option.value)),
              )
      }
      nothingFoundMessage={t('points.nobodyFound')}
      onSearchChange={setTyped}
      {...input}
      onChange={(id) => {
        setSeen(people)
        input.onChange?.(id)
      }}
    />
  )
}
