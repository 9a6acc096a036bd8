import { Button, NumberInput, SimpleGrid, Stack, Switch, TextInput } from '@mantine/core'
import { IconPhoto } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DateTimeField } from '~/components/DateTimeField'
import { RichTextEditor } from '~/components/RichTextEditor'
import { Uploader } from '~/components/Uploader'
import { toWallClock } from '~/lib/dates'
import { formatNumber } from '~/lib/money'
import { useSession } from '~/lib/session'
import { CoverAlbumModal } from '../CoverAlbumModal'
import { BackgroundField } from './BackgroundField'
import { useField, useTextField, useWizardContext } from './fields'
import { GroupFields } from './GroupFields'
import classes from './steps.module.css'

export function EventInfoStep() {
  const { t } = useTranslation()
  return (
    <Stack gap="lg" className={classes.narrow}>
      <TextInput label={t('events.field.title')} withAsterisk {...useTextField('title')} />
      <RichTextEditor
        label={t('events.field.description')}
        description={t('events.field.descriptionHint')}
        required
        {...useField('description')}
      />
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg">
        <StartField />
        <EndField />
        <TextInput
          label={t('events.field.venueAddress')}
          placeholder={t('events.field.venueExample')}
          withAsterisk
          // The venue takes a whole row, so that start and end in the other rows stay side by side.
          style={{ gridColumn: '1 / -1' }}
          {...useTextField('venueAddress')}
        />
        <DateTimeField
          label={t('events.field.openRegistrationDate')}
          required
          {...useField('openRegistrationDate')}
        />
        <DateTimeField
          label={t('events.field.closeRegistrationDate')}
          required
          defaultTime="23:59"
          {...useField('closeRegistrationDate')}
        />
        <SeatsField />
      </SimpleGrid>
      <GroupFields />
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        <Uploader
          label={t('events.field.logo')}
          description={t('events.field.logoHint')}
          purpose="eventLogo"
          required
          {...useField('logo')}
        />
        <CoverField />
      </SimpleGrid>
      <BackgroundField />
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg">
        <TextInput
          label={t('events.field.hostName')}
          description={t('events.field.hostNameHint')}
          {...useTextField('hostName')}
        />
        <TextInput
          label={t('events.field.hostContact')}
          description={t('events.field.hostContactHint')}
          {...useTextField('hostContact')}
        />
      </SimpleGrid>
      <HideFromSearch />
    </Stack>
  )
}

function HideFromSearch() {
  const { t } = useTranslation()
  const { value, onChange, ...field } = useField('hideFromSearch')
  return (
    <Switch
      label={t('events.field.hideFromSearch')}
      description={t('events.field.hideFromSearchHint')}
      checked={value}
      onChange={(event) => onChange(event.currentTarget.checked)}
      {...field}
    />
  )
}

function StartField() {
  const { t } = useTranslation()
  const { eventStartDate: start, openRegistrationDate: open } = useWizardContext().state.event
  const isOdd = start && open && Date.parse(start) < Date.parse(open)
  return (
    <DateTimeField
      label={t('events.field.eventStartDate')}
      required
      description={isOdd ? t('events.field.startsBeforeOpening') : undefined}
      {...useField('eventStartDate')}
    />
  )
}

/** Hours that an event usually takes. */
const USUAL_LENGTH = 3

function EndField() {
  const { t } = useTranslation()
  const { eventStartDate: start } = useWizardContext().state.event
  return (
    <DateTimeField
      label={t('events.field.endDate')}
      description={t('events.field.endHint')}
      defaultTime={start ? later(toWallClock(start).slice(11, 16)) : undefined}
      {...useField('endDate')}
    />
  )
}

/** The usual end on the same day. */
function later(time: string) {
  const hour = Number(time.slice(0, 2)) + USUAL_LENGTH
  return hour < 24 ? `${String(hour).padStart(2, '0')}${time.slice(2)}` : '23:59'
}

function SeatsField() {
  const { t } = useTranslation()
  const { value, onChange, ...field } = useField('totalParticipants')
  const limit = useSession().planSummary?.maxAttendeesPerEvent ?? -1
  return (
    <NumberInput
      label={t('events.field.totalParticipants')}
      description={
        limit === -1 ? undefined : t('events.field.participantLimit', { limit: formatNumber(limit) })
      }
      withAsterisk
      allowDecimal={false}
      allowNegative={false}
      inputMode="numeric"
      hideControls
      {...field}
      value={value ?? ''}
      onChange={(typed) => onChange(typeof typed === 'number' ? typed : null)}
    />
  )
}

function CoverField() {
  const { t } = useTranslation()
  const [opened, setOpened] = useState(false)
  const field = useField('coverImage')
  return (
    <div>
      <Uploader
        label={t('events.field.coverImage')}
        description={t('events.field.coverHint')}
        purpose="eventCover"
        ratio={16 / 9}
        {...field}
      />
      <Button
        variant="subtle"
        size="compact-md"
        mt="xs"
        leftSection={<IconPhoto size={16} />}
        onClick={() => setOpened(true)}
      >
        {t('events.album.pick')}
      </Button>
      <CoverAlbumModal
        opened={opened}
        onClose={() => setOpened(false)}
        onPick={(url) => {
          field.onChange(url)
          setOpened(false)
        }}
      />
    </div>
  )
}
