import { ActionIcon, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '~/lib/session'
import { isNew } from './defaults'
import { useTextField, useWizardContext } from './fields'

/** The host as visitors read it, in a line that can be edited, and whether they see an e-mail address. */
export function HostField() {
  const { t } = useTranslation()
  const { hostName } = useWizardContext().state.event
  const { error, ...field } = useTextField('hostName')
  const [isEditing, setEditing] = useState(false)
  return (
    <Stack gap="xs">
      {isEditing || error ? (
        <TextInput
          label={t('events.field.hostName')}
          description={t('events.field.hostNameHint')}
          error={error}
          autoFocus={isEditing}
          {...field}
        />
      ) : (
        <Group gap="xs" wrap="nowrap">
          <Text miw={0} style={{ overflowWrap: 'anywhere' }}>
            <Text span c="dimmed">
              {t('events.field.hostName')}:
            </Text>{' '}
            {hostName.trim() || t('events.host.none')}
          </Text>
          <ActionIcon
            variant="subtle"
            size="lg"
            aria-label={t('events.host.edit')}
            data-path="hostName"
            onClick={() => setEditing(true)}
          >
            <IconPencil size={18} />
          </ActionIcon>
        </Group>
      )}
      <ShownEmail />
    </Stack>
  )
}

/** Unticked, no address is published. Ticked without one, it is that of the account. */
function ShownEmail() {
  const { t } = useTranslation()
  const { state, change } = useWizardContext()
  const own = useSession().profile?.email ?? ''
  const { contactEmail, hideContactEmail } = state.event
  const email = contactEmail.trim() || own
  const show = () => change({ hideContactEmail: false, contactEmail: email })
  // Answers to the mails of a stored event go on to its address.
  const hide = () =>
    change({ hideContactEmail: true, ...(isNew(state) && email === own && { contactEmail: '' }) })
  return (
    <Checkbox
      label={t('events.host.showEmail', { email })}
      checked={!hideContactEmail && contactEmail.trim() !== ''}
      onChange={(event) => (event.currentTarget.checked ? show() : hide())}
    />
  )
}
