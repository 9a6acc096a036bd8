import { NumberInput, type NumberInputProps } from '@mantine/core'
import { useUncontrolled } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
import { formats } from '~/lib/language'

type Shared = Omit<NumberInputProps, 'value' | 'defaultValue' | 'onChange'>

interface MoneyFieldProps extends Shared {
  /** Whole dong; null while nothing is typed. */
  value?: number | null
  defaultValue?: number | null
  onChange?: (value: number | null) => void
}

/** Typing 250000 shows 250.000 ₫ (250,000 ₫ in English). */
export function MoneyField({ value, defaultValue, onChange, ...input }: MoneyFieldProps) {
  useTranslation() // the separators follow the language
  const [dong, setDong] = useUncontrolled<number | null>({
    value,
    defaultValue,
    finalValue: null,
    onChange,
  })
  const { thousand, decimal } = formats().separators
  return (
    <NumberInput
      inputMode="numeric"
      hideControls
      allowNegative={false}
      decimalScale={0}
      thousandSeparator={thousand}
      decimalSeparator={decimal}
      allowedDecimalSeparators={[]}
      suffix=" ₫"
      max={Number.MAX_SAFE_INTEGER}
      {...input}
      value={dong ?? ''}
      // The input gives a number of 14 digits or more as text.
      onChange={(typed) => setDong(typed === '' ? null : Number(typed))}
    />
  )
}
