import { Select, Skeleton, Stack, Switch, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '~/components/ErrorState'
import classes from './Notifications.module.css'
import { type Preference, type Preferences, preferencesQuery, useChangePreferences } from './queries'

const FREQUENCIES = ['off', 'daily', 'weekly'] as const
const MAILS = ['off', 'digest', 'instant'] as const

interface PreferenceFormProps {
  /** Belongs to a later feature. */
  mutedGroups: ReactNode
}

/** The notification settings of the user. Each change is saved at once. */
export function PreferenceForm({ mutedGroups }: PreferenceFormProps) {
  const { data, error, refetch } = useQuery(preferencesQuery)
  if (data) return <Form preferences={data} mutedGroups={mutedGroups} />
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  return <Skeleton height={320} radius="md" />
}

function Form({ preferences, mutedGroups }: PreferenceFormProps & { preferences: Preferences }) {
  const { t } = useTranslation()
  const change = useChangePreferences(({ items }) => {
    const changed = items?.[0]
    const what = changed ? t(`notifications.type.${changed.type}`) : t('notifications.digest.label')
    return t('notifications.done.changed', { what })
  })
  const categories = [...new Set(preferences.items.map(({ category }) => category))]
  return (
    <Stack gap="xl" maw={880}>
      <Select
        label={t('notifications.digest.label')}
        description={t('notifications.digest.hint')}
        data={FREQUENCIES.map((value) => ({ value, label: t(`notifications.digest.${value}`) }))}
        value={preferences.digest}
        onChange={(value) => value && change.mutate({ digest: value })}
        allowDeselect={false}
        maw={360}
      />
      {categories.map((category) => (
        <section key={category} aria-labelledby={`category-${category}`}>
          <div className={`${classes.row} ${classes.head}`}>
            <Title order={2} fz="md" id={`category-${category}`}>
              {t(`notifications.category.${category}`)}
            </Title>
            {(['inApp', 'browser', 'email'] as const).map((channel) => (
              <Text key={channel} size="sm" c="dimmed" ta="center" aria-hidden>
                {t(`notifications.channel.${channel}`)}
              </Text>
            ))}
          </div>
          {preferences.items
            .filter((item) => item.category === category)
            .map((item) => (
              <Row
                key={item.type}
                preference={item}
                onChange={(given) => change.mutate({ items: [{ type: item.type, ...given }] })}
              />
            ))}
        </section>
      ))}
      {mutedGroups}
      <Text size="sm" c="dimmed">
        {t('notifications.security')}
      </Text>
    </Stack>
  )
}

interface RowProps {
  preference: Preference
  onChange: (change: Partial<Pick<Preference, 'inApp' | 'browser' | 'email'>>) => void
}

function Row({ preference: { type, inApp, browser, email }, onChange }: RowProps) {
  const { t } = useTranslation()
  const what = t(`notifications.type.${type}`)
  const label = (channel: 'inApp' | 'browser' | 'email') =>
    `${what}: ${t(`notifications.channel.${channel}`)}`
  const caption = (channel: 'inApp' | 'browser' | 'email') => (
    <Text size="xs" c="dimmed" className={classes.caption} aria-hidden>
      {t(`notifications.channel.${channel}`)}
    </Text>
  )
  return (
    <div className={classes.row}>
      <Text>{what}</Text>
      <div className={classes.column}>
        {caption('inApp')}
        <Switch
          aria-label={label('inApp')}
          checked={inApp}
          onChange={(event) => onChange({ inApp: event.currentTarget.checked })}
        />
      </div>
      <div className={classes.column}>
        {caption('browser')}
        <Switch
          aria-label={label('browser')}
          checked={inApp && browser}
          disabled={!inApp}
          onChange={(event) => onChange({ browser: event.currentTarget.checked })}
        />
      </div>
      <div className={classes.column}>
        {caption('email')}
        <Select
          aria-label={label('email')}
          size="sm"
          data={MAILS.map((value) => ({ value, label: t(`notifications.mail.${value}`) }))}
          value={email}
          onChange={(value) => value && onChange({ email: value })}
          allowDeselect={false}
        />
      </div>
    </div>
  )
}
