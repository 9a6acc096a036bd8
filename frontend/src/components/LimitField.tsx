import { NumberInput, type NumberInputProps, Stack, Switch } from '@mantine/core'
import { useUncontrolled } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'

interface LimitFieldProps extends Omit<NumberInputProps, 'value' | 'defaultValue' | 'onChange'> {
  label: string
  /** A whole number; −1 while the switch is on, null while nothing is typed. */
  value?: number | null
  defaultValue?: number | null
  onChange?: (value: number | null) => void
  /** The label of the switch that stands for −1; "unlimited" if absent. */
  switchLabel?: string
}

/** A number with a switch that does without it. */
export function LimitField({ value, defaultValue, onChange, switchLabel, ...input }: LimitFieldProps) {
  const { t } = useTranslation()
  const [limit, setLimit] = useUncontrolled<number | null>({
    value,
    defaultValue,
    finalValue: null,
    onChange,
  })
  const isOff = limit === -1
  const without = switchLabel ?? t('common.unlimited')
  return (
    <Stack gap="xs">
      <NumberInput
        inputMode="numeric"
        hideControls
        allowDecimal={false}
        allowNegative={false}
        {...input}
        withAsterisk={!isOff}
        disabled={isOff}
        value={isOff ? '' : (limit ?? '')}
        onChange={(typed) => setLimit(typed === '' ? null : Number(typed))}
      />
      <Switch
        label={without}
        aria-label={`${input.label}: ${without}`}
        checked={isOff}
        onChange={(event) => setLimit(event.currentTarget.checked ? -1 : null)}
      />
    </Stack>
  )
}
