import { Fieldset, NumberInput, Stack, Switch, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useField } from './fields'
import { CONFIRM_MINUTES, MAX_PER_ADDRESS } from './sections'

/** Registrations per address suggested at first: enough for a family or a small office. */
const PER_ADDRESS = 10
/** Minutes suggested at first for confirming by mail. */
const MINUTES = 30

/** Settings against one person taking many seats; all are off by default. */
export function RegistrationLimits() {
  const { t } = useTranslation()
  return (
    <Fieldset legend={t('events.limits.title')} mt="xl">
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {t('events.limits.hint')}
        </Text>
        <OptionalNumber
          name="confirmByMailMinutes"
          text="confirm"
          initial={MINUTES}
          min={CONFIRM_MINUTES[0]}
          max={CONFIRM_MINUTES[1]}
        />
        <OptionalNumber
          name="registrationsPerAddress"
          text="perAddress"
          initial={PER_ADDRESS}
          min={1}
          max={MAX_PER_ADDRESS}
        />
      </Stack>
    </Fieldset>
  )
}

interface OptionalNumberProps {
  name: 'confirmByMailMinutes' | 'registrationsPerAddress'
  text: 'confirm' | 'perAddress'
  /** The number set when the switch is turned on. */
  initial: number
  min: number
  max: number
}

/** A switch, and the number that goes with it. */
function OptionalNumber({ name, text, initial, min, max }: OptionalNumberProps) {
  const { t } = useTranslation()
  const { value, onChange, ...field } = useField(name)
  return (
    <>
      <Switch
        label={t(`events.limits.${text}`)}
        description={t(`events.limits.${text}Hint`)}
        checked={value !== null}
        onChange={(event) => onChange(event.currentTarget.checked ? initial : null)}
      />
      {value !== null && (
        <NumberInput
          label={t(`events.limits.${text}Number`)}
          clampBehavior="none"
          allowDecimal={false}
          // Aligns the number with the label of the switch.
          ml={50}
          styles={{ wrapper: { maxWidth: 260 } }}
          value={value || ''}
          onChange={(typed) => onChange(typeof typed === 'number' ? typed : 0)}
          min={min}
          max={max}
          {...field}
        />
      )}
    </>
  )
}
