import { Fieldset, Group, Stack, Text, Textarea } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { CopyButton } from '~/components/CopyButton'
import { GuideLink } from '~/components/GuideLink'
import { useField } from './fields'
import { MAX_SITES, sitesFault, tidiedSites } from './sites'

/** The sites that may show the form, and the line that they need for it. */
export function Embedding({ eventId }: { eventId: string | undefined }) {
  const { t } = useTranslation()
  const { value, onChange, onBlur, ...field } = useField('embedOrigins')
  return (
    <Fieldset legend={t('events.embed.title')} mt="xl">
      <Stack gap="md">
        <Group gap="sm" wrap="nowrap" justify="space-between">
          <Text size="sm" c="dimmed">
            {t('events.embed.hint')}
          </Text>
          <GuideLink task="organiser.embed" />
        </Group>
        <Textarea
          label={t('events.embed.sites')}
          description={t('events.embed.sitesHint', { max: MAX_SITES })}
          placeholder="https://congty.vn"
          autosize
          minRows={2}
          maxRows={MAX_SITES + 1}
          spellCheck={false}
          autoCapitalize="none"
          value={value.join('\n')}
          onChange={(event) => {
            const text = event.currentTarget.value
            onChange(text === '' ? [] : text.split('\n'))
          }}
          onBlur={() => {
            onChange(tidiedSites(value))
            onBlur()
          }}
          {...field}
        />
        {value.length > 0 && sitesFault(value) === null && <Snippet eventId={eventId} />}
      </Stack>
    </Fieldset>
  )
}

/** The line to be copied, and how the form looks there. */
function Snippet({ eventId }: { eventId: string | undefined }) {
  const { t } = useTranslation()
  if (eventId === undefined) return <Text size="sm">{t('events.embed.afterSave')}</Text>
  const line = `<script src="${location.origin}/embed.js" data-event="${eventId}" async></script>`
  return (
    <>
      <Group gap="sm">
        <Text component="code" size="sm" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
          {line}
        </Text>
        <CopyButton value={line} label={t('events.embed.copy')} />
      </Group>
      <Text size="sm">{t('events.embed.preview')}</Text>
    </>
  )
}
