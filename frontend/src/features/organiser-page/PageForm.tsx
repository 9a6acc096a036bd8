import { Anchor, Button, Fieldset, Group, Stack, Switch, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconExternalLink } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { CopyButton } from '~/components/CopyButton'
import { whenValid } from '~/components/formErrors'
import { RichTextEditor } from '~/components/RichText'
import { toast } from '~/components/toast'
import { useConflict } from '~/components/useConflict'
import { useKeptForm } from '~/components/useKept'
import { shows } from '~/lib/apiError'
import { LIMITS } from '~/lib/fieldLengths'
import { organiserPath } from '~/lib/paths'
import { requiredText } from '~/lib/validators'
import { type PageSettings, usePageUpdate } from './queries'

const valuesOf = ({ slug, name, content, isOn }: PageSettings) => ({ slug, name, content, isOn })

const SLUG = /^(?=.*[a-z])[a-z0-9]+(-[a-z0-9]+)*$/

interface PageFormProps {
  stored: PageSettings
  groupId: string | undefined
  isReadOnly: boolean
}

export function PageForm({ stored, groupId, isReadOnly }: PageFormProps) {
  const { t } = useTranslation()
  const save = usePageUpdate(groupId)
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: valuesOf(stored),
    validate: {
      slug: (slug) =>
        SLUG.test(slug.trim()) && slug.trim().length >= 3 && slug.trim().length <= LIMITS.slug
          ? null
          : t('organiserPage.slugShape'),
      name: groupId ? () => null : requiredText(LIMITS.hostName),
    },
  })
  const conflict = useConflict({
    form,
    stored,
    valuesOf,
    fields: [
      { path: 'isOn', label: t('organiserPage.isOn') },
      { path: 'slug', label: t('organiserPage.slug') },
      { path: 'name', label: t('organiserPage.name') },
      { path: 'content', label: t('organiserPage.content') },
    ],
  })
  useKeptForm(form, `public page ${groupId ?? ''}`, { conflict })
  const slug = form.useWatchValue('slug').trim()
  const address = `${location.origin}${organiserPath(slug || '…')}`

  return (
    <form
      noValidate
      autoComplete="off"
      onSubmit={whenValid(form, (values) =>
        save.mutate(
          { ...values, slug: values.slug.trim(), version: conflict.version ?? 0 },
          {
            onSuccess: (now) => {
              form.resetDirty(values)
              conflict.saved(now)
              toast.success(t('organiserPage.saved'))
            },
            onError: shows(conflict.refuse),
          },
        ),
      )}
    >
      <Fieldset legend={t('organiserPage.title')} disabled={isReadOnly} maw={880}>
        <Stack gap="md">
          <Text c="dimmed">{t(groupId ? 'organiserPage.introOfGroup' : 'organiserPage.intro')}</Text>
          <Switch
            label={t('organiserPage.isOn')}
            key={form.key('isOn')}
            {...form.getInputProps('isOn', { type: 'checkbox' })}
          />
          <TextInput
            label={t('organiserPage.slug')}
            description={t('organiserPage.slugHint', { address })}
            withAsterisk
            autoCapitalize="none"
            spellCheck={false}
            key={form.key('slug')}
            {...form.getInputProps('slug')}
          />
          {!groupId && (
            <TextInput
              label={t('organiserPage.name')}
              withAsterisk
              key={form.key('name')}
              {...form.getInputProps('name')}
            />
          )}
          <RichTextEditor
            label={t('organiserPage.content')}
            data-path="content"
            key={form.key('content')}
            {...form.getInputProps('content')}
          />
          {conflict.notice}
          <Group>
            <Button type="submit" loading={save.isPending}>
              {t('organiserPage.save')}
            </Button>
            {stored.isOn && (
              <>
                <CopyButton
                  value={`${location.origin}${organiserPath(stored.slug)}`}
                  label={t('organiserPage.copy')}
                />
                <Anchor href={organiserPath(stored.slug)} target="_blank">
                  <Group gap={4} component="span">
                    {t('organiserPage.open')}
                    <IconExternalLink size={16} />
                  </Group>
                </Anchor>
              </>
            )}
          </Group>
        </Stack>
      </Fieldset>
    </form>
  )
}
