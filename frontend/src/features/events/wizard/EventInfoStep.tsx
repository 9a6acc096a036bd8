import { Button, Group, NumberInput, SimpleGrid, Stack, Switch, Text, TextInput, Title } from '@mantine/core'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DateTimeField } from '~/components/DateTimeField'
import { Initials } from '~/components/Initials'
import { RichTextEditor } from '~/components/RichText'
import { Uploader } from '~/components/Uploader'
import { formatDateTime } from '~/lib/dates'
import { formatNumber } from '~/lib/numbers'
import { useSession } from '~/lib/session'
import { BackgroundField } from './BackgroundField'
import { CoverField } from './CoverField'
import { isNew, seatsFor } from './defaults'
import { logoGround } from './drawnLogo'
import { FormPreview } from './FormPreview'
import { useField, useTextField, useWizardContext } from './fields'
import { GroupFields } from './GroupFields'
import { HostField } from './HostField'
import { useLastEvent, usualEnd, usualStart } from './lastEvent'
import { closesAfterEnd, useMovedStart } from './movedStart'
import { SETTINGS } from './settings'
import classes from './steps.module.css'

/** The fields that a new event shows first; all others have a default and can be unfolded. */
const ASKED = ['title', 'eventStartDate', 'venueAddress', 'hostName', 'coverImage', 'description']
const MORE = Object.keys(SETTINGS.eventInfo).filter((field) => !ASKED.includes(field))

export function EventInfoStep() {
  const { t } = useTranslation()
  const { state, errors } = useWizardContext()
  const [wanted, setWanted] = useState(!isNew(state))
  const isOpen = wanted || MORE.some((field) => errors[field])
  return (
    <div className={classes.columns}>
      <Stack gap="lg">
        <TextInput label={t('events.field.title')} withAsterisk {...useTextField('title')} />
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg">
          <StartField />
          <TextInput
            label={t('events.field.venueAddress')}
            placeholder={t('events.field.venueExample')}
            withAsterisk
            {...useTextField('venueAddress')}
          />
        </SimpleGrid>
        <HostField />
        <CoverField />
        <DescriptionField />
        {isOpen ? (
          <More />
        ) : (
          <>
            {state.event.groupId !== null && <GroupFields />}
            <Defaults onChange={() => setWanted(true)} />
          </>
        )}
      </Stack>
      <aside className={classes.aside} aria-labelledby="preview-heading">
        <Title order={3} id="preview-heading" mb="xs">
          {t('events.form.preview')}
        </Title>
        <FormPreview />
      </aside>
    </div>
  )
}

/** Of a new event without a description, an invitation is written when it is published. */
function DescriptionField() {
  const { t } = useTranslation()
  const isBegun = isNew(useWizardContext().state)
  const hint = t('events.field.descriptionHint')
  return (
    <RichTextEditor
      label={t('events.field.description')}
      description={isBegun ? `${hint} ${t('events.more.emptyDescription')}` : hint}
      required={!isBegun}
      {...useField('description')}
    />
  )
}

/** Names the defaults of the event, and offers to choose others. */
function Defaults({ onChange }: { onChange: () => void }) {
  const { t } = useTranslation()
  const { event } = useWizardContext().state
  const { openRegistrationDate: open, closeRegistrationDate: close, totalParticipants } = event
  const most = useMostSeats()
  const seats = totalParticipants ?? seatsFor(event, most)
  return (
    <Group justify="space-between" gap="sm" className={classes.panel}>
      <Text flex="1 1 240px">
        {[
          open ? t('events.more.opens', { date: formatDateTime(open) }) : t('events.more.opensNow'),
          close ? t('events.more.closes', { date: formatDateTime(close) }) : t('events.more.closesAtStart'),
          t('events.more.seats', { count: seats, number: formatNumber(seats) }),
        ].join(' · ')}
      </Text>
      <Button variant="default" leftSection={<IconAdjustmentsHorizontal size={16} />} onClick={onChange}>
        {t('events.more.action')}
      </Button>
    </Group>
  )
}

/** Everything else about the event. */
function More() {
  const { t } = useTranslation()
  const isBegun = isNew(useWizardContext().state)
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg">
        <EndField />
        <SeatsField />
        <DateTimeField
          label={t('events.field.openRegistrationDate')}
          description={isBegun ? t('events.more.emptyOpens') : undefined}
          required={!isBegun}
          {...useField('openRegistrationDate')}
        />
        <CloseField />
      </SimpleGrid>
      <GroupFields />
      <LogoField />
      <BackgroundField />
      <TextInput
        label={t('events.field.hostContact')}
        description={t('events.field.hostContactHint')}
        {...useTextField('hostContact')}
      />
      <HideFromSearch />
    </>
  )
}

/** Of a new event without a logo, one is drawn when it is published. */
function LogoField() {
  const { t } = useTranslation()
  const { state } = useWizardContext()
  const { logo, title, backgroundColor } = state.event
  const isDrawn = isNew(state) && logo === null
  return (
    <Group align="flex-end" gap="md" wrap="nowrap">
      {isDrawn && <Initials name={title} ground={logoGround(backgroundColor)} />}
      <div style={{ flex: 1, minWidth: 0 }}>
        <Uploader
          label={t('events.field.logo')}
          description={t(isDrawn ? 'events.more.drawnLogo' : 'events.field.logoHint')}
          purpose="eventLogo"
          required={!isNew(state)}
          {...useField('logo')}
        />
      </div>
    </Group>
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
  const { event } = useWizardContext().state
  const { eventStartDate: start, openRegistrationDate: open } = event
  const last = useLastEvent()
  const isOdd = start && open && Date.parse(start) < Date.parse(open)
  const { onChange, moved } = useMovedStart()
  const facts = moved.map((name) => `${t(`events.field.${name}`)}: ${formatDateTime(event[name] ?? '')}`)
  const hints = [
    isOdd && t('events.field.startsBeforeOpening'),
    facts.length > 0 && t('events.field.movedToo', { times: facts.join(' · ') }),
  ].filter(Boolean)
  return (
    <DateTimeField
      label={t('events.field.eventStartDate')}
      required
      defaultTime={usualStart(last)}
      description={hints.length > 0 ? <span role="status">{hints.join(' ')}</span> : undefined}
      {...useField('eventStartDate')}
      onChange={onChange}
    />
  )
}

function EndField() {
  const { t } = useTranslation()
  const { eventStartDate: start } = useWizardContext().state.event
  const last = useLastEvent()
  return (
    <DateTimeField
      label={t('events.field.endDate')}
      description={t('events.field.endHint')}
      defaultTime={start ? usualEnd(start, last) : undefined}
      {...useField('endDate')}
    />
  )
}

function CloseField() {
  const { t } = useTranslation()
  const { state } = useWizardContext()
  const hints = [
    isNew(state) && t('events.more.emptyCloses'),
    closesAfterEnd(state.event) && t('events.field.closesAfterEnd'),
  ].filter(Boolean)
  return (
    <DateTimeField
      label={t('events.field.closeRegistrationDate')}
      description={hints.length > 0 ? hints.join(' ') : undefined}
      required={!isNew(state)}
      defaultTime="23:59"
      {...useField('closeRegistrationDate')}
    />
  )
}

/** The participants that the plan allows an event; −1 for any number. */
export const useMostSeats = () => useSession().planSummary?.maxAttendeesPerEvent ?? -1

function SeatsField() {
  const { t } = useTranslation()
  const { state } = useWizardContext()
  const { value, onChange, ...field } = useField('totalParticipants')
  const limit = useMostSeats()
  const hints = [
    isNew(state) && t('events.more.emptySeats'),
    limit !== -1 && t('events.field.participantLimit', { limit: formatNumber(limit) }),
  ].filter(Boolean)
  return (
    <NumberInput
      label={t('events.field.totalParticipants')}
      description={hints.length > 0 ? hints.join(' ') : undefined}
      placeholder={isNew(state) ? formatNumber(seatsFor(state.event, limit)) : undefined}
      withAsterisk={!isNew(state)}
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
