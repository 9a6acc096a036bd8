import { MultiSelect } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '~/lib/apiError'
import { type Person, peopleQuery, SHORTEST_KEYWORD } from '../queries'

/** Milliseconds after the last key until the search starts: searches are limited (`SEARCHES` on the server). */
const PAUSE = 500
/** The most accounts that one call takes. */
const MOST = 100

interface PeopleFieldProps {
  groupId: string
  value?: string[]
  onChange: (ids: string[]) => void
  error?: React.ReactNode
}

/** People who are to become members, found by typing. */
export function PeopleField({ groupId, value = [], onChange, error, ...input }: PeopleFieldProps) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const [keyword] = useDebouncedValue(typed.trim(), PAUSE)
  const isTooShort = [...typed.trim()].length < SHORTEST_KEYWORD
  const found = useQuery(peopleQuery(groupId, keyword))
  const refusal =
    found.error instanceof ApiError ? found.error.messages.join(' ') : found.error && t('common.toast.error')
  const [chosen, setChosen] = useState<readonly Person[]>([])
  // The list closes after each choice and does not open on focus, because it covers the fields below.
  const [isListOpen, setListOpen] = useState(false)
  const others = isTooShort ? [] : (found.data ?? []).filter(({ id }) => !value.includes(id))
  const people = [...chosen, ...others]
  return (
    <MultiSelect
      label={t('groups.people.label')}
      description={t('groups.people.hint')}
      placeholder={t('groups.people.search')}
      data-autofocus
      withAsterisk
      data={people.map((person) => ({ value: person.id, label: nameOf(person) }))}
      // The server has filtered already, also by data that the options do not show.
      filter={({ options }) => options}
      searchable
      hidePickedOptions
      openOnFocus={false}
      dropdownOpened={isListOpen}
      onDropdownOpen={() => setListOpen(true)}
      onDropdownClose={() => setListOpen(false)}
      onOptionSubmit={() => setListOpen(false)}
      maxValues={MOST}
      searchValue={typed}
      onSearchChange={setTyped}
      nothingFoundMessage={
        refusal ? undefined : t(isTooShort ? 'groups.people.typeMore' : 'groups.people.nobodyFound')
      }
      error={error ?? refusal}
      {...input}
      value={value}
      onChange={(ids) => {
        setChosen(people.filter(({ id }) => ids.includes(id)))
        onChange(ids)
      }}
    />
  )
}

const nameOf = ({ fullName, company, email, emailMasked }: Person) =>
  [fullName, company, email ?? emailMasked].filter(Boolean).join(' · ')
