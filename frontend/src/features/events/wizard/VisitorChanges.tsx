import { Radio, Stack } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DateTimeField } from '~/components/DateTimeField'
import { useField, useWizardContext } from './fields'
import classes from './steps.module.css'

const CHOICES = ['start', 'moment', 'never'] as const

/** The time until which visitors may change or cancel their registration with the link in their mails. */
export function VisitorChanges() {
  const { t } = useTranslation()
  const { change, state } = useWizardContext()
  const until = useField('visitorChangesUntil')
  const { turnOffVisitorChanges, eventStartDate } = state.event
  // Keeps "until a moment" selected before a date is entered, when the value is still null.
  const [wantsMoment, setWantsMoment] = useState(until.value !== null)
  const chosen = turnOffVisitorChanges ? 'never' : wantsMoment || until.value !== null ? 'moment' : 'start'

  const choose = (choice: string) => {
    setWantsMoment(choice === 'moment')
    change({
      turnOffVisitorChanges: choice === 'never',
      visitorChangesUntil: choice === 'moment' ? eventStartDate : null,
    })
  }
  return (
    <Stack gap="md" mt="xl" className={classes.narrow}>
      <Radio.Group
        label={t('events.visitorChanges.title')}
        description={t('events.visitorChanges.hint')}
        value={chosen}
        onChange={choose}
        data-path="turnOffVisitorChanges"
      >
        <Stack gap="xs" mt="xs">
          {CHOICES.map((choice) => (
            <Radio key={choice} value={choice} label={t(`events.visitorChanges.${choice}`)} />
          ))}
        </Stack>
      </Radio.Group>
      {chosen === 'moment' && (
        <DateTimeField
          label={t('events.visitorChanges.until')}
          description={t('events.visitorChanges.untilEmpty')}
          {...until}
        />
      )}
    </Stack>
  )
}
