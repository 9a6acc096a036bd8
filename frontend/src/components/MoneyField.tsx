import { TextInput, type TextInputProps } from '@mantine/core'
import { useUncontrolled } from '@mantine/hooks'
import { type ChangeEvent, type FocusEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { parseMoney } from '~/lib/moneyText'
import { formatNumber } from '~/lib/numbers'

type Shared = Omit<TextInputProps, 'value' | 'defaultValue' | 'onChange'>

interface MoneyFieldProps extends Shared {
  /** Whole dong; null while nothing is typed, or no amount. */
  value?: number | null
  defaultValue?: number | null
  onChange?: (value: number | null) => void
}

const written = (dong: number | null) => (dong === null ? '' : formatNumber(dong))

/** Typing 250000 shows 250.000 ₫ (250,000 ₫ in English); 250k and 1,5tr are read when the field is left. */
export function MoneyField({ value, defaultValue, onChange, onBlur, ...input }: MoneyFieldProps) {
  useTranslation() // the separators follow the language
  const [dong, setDong] = useUncontrolled<number | null>({
    value,
    defaultValue,
    finalValue: null,
    onChange,
  })
  // Typed text that is not yet formatted as an amount.
  const [typed, setTyped] = useState<string | null>(null)
  const shown = typed ?? written(dong)

  const change = ({ currentTarget: { value: text } }: ChangeEvent<HTMLInputElement>) => {
    const read = parseMoney(withoutLateSeparators(shown, text))
    const isWritten = read !== null && typed === null && isEdge(shown, text)
    setTyped(isWritten || text === '' ? null : text)
    setDong(read)
  }
  const leave = (event: FocusEvent<HTMLInputElement>) => {
    if (parseMoney(shown) !== null) setTyped(null)
    onBlur?.(event)
  }
  return (
    <TextInput
      inputMode="numeric"
      autoComplete="off"
      rightSection="₫"
      rightSectionPointerEvents="none"
      {...input}
      value={shown}
      onChange={change}
      onBlur={leave}
    />
  )
}

/** Whether digits were typed into an empty field, or one was added to or taken from the end: writing it moves nothing. */
const isEdge = (before: string, after: string) =>
  (before === '' && /^\d+$/.test(after)) ||
  (/\d$/.test(after) && after.slice(0, -1) === before) ||
  after === before.slice(0, -1)

/** A digit more or less at the end of `250.000` leaves its separators at the wrong places. */
const withoutLateSeparators = (before: string, after: string) =>
  isEdge(before, after) && parseMoney(before) !== null ? after.replace(/[.,](?=[\d.,]*$)/g, '') : after
