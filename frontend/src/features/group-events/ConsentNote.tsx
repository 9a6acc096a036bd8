import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { type CallersGroup, useRegistrant } from './caller'
import type { GroupEvent } from './queries'
import { takesOnePress } from './seats'

interface ConsentNoteProps {
  group: CallersGroup
  events: readonly GroupEvent[]
  consent: string
  /** The words on the button. */
  words?: 'register' | 'come'
}

/** The declaration that a press on the button to register makes; nothing where no event has that button. */
export function ConsentNote({ group, events, consent, words = 'register' }: ConsentNoteProps) {
  const { t } = useTranslation()
  const registrant = useRegistrant(group)
  if (!events.some((event) => takesOnePress(event, registrant))) return null
  return (
    <Text size="sm" c="dimmed" mt="md">
      {t('groupEvents.consent', { action: t(`groupEvents.${words}`), consent })}
    </Text>
  )
}
