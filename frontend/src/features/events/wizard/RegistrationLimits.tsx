import { Fieldset, NumberInput, Stack, Switch, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useField } from './fields'
import { CONFIRM_MINUTES, MAX_PER_ADDRESS } from './sections'

/** As many as a family or a small office needs. */
const PER_ADDRESS = 10
/** Minutes in which a mail arrives and is read. */
const MINUTES = 30

/** What keeps one person from taking many seats; all of it is off by default. */
export function RegistrationLimits() {
  const { t } = useTranslation()
  return (
    <Fieldset legend={t('events.limits.title')} mt="xl" styles={{ legend: { fontWeight: 600 } }}>
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
  /** The number that switching it on begins with. */
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
          // Under the label of the switch.
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
