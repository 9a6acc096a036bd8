import { Autocomplete, type ComboboxItem, type OptionsFilter, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { foldForSearch } from '~/lib/search'
import { banksQuery } from '../queries'
import { useField, useWizardContext } from './fields'

/** A bank from the list brings the code that a QR transfer needs; any other name works too, without a QR code. */
export function BankField() {
  const { t } = useTranslation()
  const { state, change } = useWizardContext()
  const field = useField('bankName')
  const banks = useQuery(banksQuery).data ?? []
  const fullNames = new Map(banks.map(({ shortName, name }) => [shortName, name]))

  const filter: OptionsFilter = ({ options, search }) => {
    const wanted = foldForSearch(search)
    const nameOf = (option: (typeof options)[number]) => foldForSearch((option as ComboboxItem).value)
    const begins = (option: (typeof options)[number]) => nameOf(option).startsWith(wanted)
    const found = options.filter((option) => {
      const { value } = option as ComboboxItem
      return foldForSearch(`${value} ${fullNames.get(value) ?? ''}`).includes(wanted)
    })
    return found.sort((one, other) => Number(begins(other)) - Number(begins(one)))
  }

  const isTyped = useRef(false)
  const write = (bankName: string) => {
    isTyped.current = true
    const typed = foldForSearch(bankName)
    const bank = banks.find(({ shortName, name }) => [shortName, name].map(foldForSearch).includes(typed))
    change({ bankName, bankBin: bank?.bin ?? null })
  }

  // On a slow connection the list arrives after the name has been typed.
  const recognise = useEffectEvent(() => {
    if (banks.length > 0 && isTyped.current) write(field.value)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: looks again when the list is there.
  useEffect(() => recognise(), [banks.length])

  // A name that may still become one of the list is not yet an unlisted one.
  const typed = foldForSearch(field.value)
  const possible = banks.filter(({ shortName, name }) =>
    foldForSearch(`${shortName} ${name}`).includes(typed),
  )
  const hint = state.event.bankBin ? 'withQr' : possible.length > 0 ? 'bankHint' : 'withoutQr'

  const leave = () => {
    const [only, ...others] = possible
    if (isTyped.current && typed !== '' && only && others.length === 0) write(only.shortName)
    field.onBlur()
  }

  return (
    <Autocomplete
      label={t('events.payment.bankName')}
      description={t(`events.payment.${hint}`)}
      withAsterisk
      autoComplete="off"
      // The list is longer than the step: opened by the focus alone, it would cover the fields below.
      openOnFocus={false}
      data={banks.map(({ shortName }) => shortName)}
      filter={filter}
      limit={60}
      maxDropdownHeight={280}
      // Enter takes the highlighted bank. Above the field the list would cover its label.
      selectFirstOptionOnChange
      comboboxProps={{ position: 'bottom', middlewares: { flip: false } }}
      renderOption={({ option }) => (
        <div>
          <Text fw={500}>{option.value}</Text>
          <Text size="sm" c="dimmed">
            {fullNames.get(option.value)}
          </Text>
        </div>
      )}
      {...field}
      onChange={write}
      onBlur={leave}
    />
  )
}
