import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type GroupMember, membersQuery } from '../queries'

/** Milliseconds after the last key until the search starts. */
const PAUSE = 250

interface MemberSelectProps {
  groupId: string
  label: string
  /** Members whose names are known before anything is typed, such as the one who was chosen before. */
  known?: readonly { id: string; fullName: string }[]
  /** Which members may be chosen; by default all. */
  offers?: (member: GroupMember) => boolean
  value?: string | null
  defaultValue?: string | null
  onChange?: (id: string | null) => void
  error?: ReactNode
}

/** A member of the group, found by typing. */
export function MemberSelect({
  groupId,
  known = [],
  offers = () => true,
  onChange,
  ...input
}: MemberSelectProps) {
  const { t } = useTranslation()
  const [names, setNames] = useState<ReadonlyMap<string, string>>(
    new Map(known.map(({ id, fullName }) => [id, fullName])),
  )
  const [typed, setTyped] = useState(names.get(input.value ?? input.defaultValue ?? '') ?? '')
  const [search] = useDebouncedValue(typed.trim(), PAUSE)
  // The field shows the name of the chosen member, which must not start a search.
  const sought = [...names.values()].includes(search) ? undefined : search || undefined
  const { data } = useQuery(membersQuery(groupId, { search: sought, sort: 'fullName' }))
  const found = data?.items.filter(offers) ?? []
  const people = new Map([...names, ...found.map(({ userId, fullName }) => [userId, fullName] as const)])
  return (
    <Select
      {...input}
      placeholder={t('groups.members.search')}
      withAsterisk
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      data={[...people].map(([value, name]) => ({ value, label: name }))}
      // The server also finds members by company and business field, so its answers are not filtered by name again.
      filter={({ options }) =>
        options.filter(
          (option) => 'value' in option && found.some(({ userId }) => userId === String(option.value)),
        )
      }
      renderOption={({ option }) => {
        const member = found.find(({ userId }) => userId === option.value)
        return [option.label, member?.company].filter(Boolean).join(' · ')
      }}
      nothingFoundMessage={t('groups.people.nobodyFound')}
      onChange={(id) => {
        setNames(people)
        onChange?.(id)
      }}
    />
  )
}
