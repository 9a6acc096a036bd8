import { Paper, Radio, Stack, Switch, Text } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import type { SetupValues } from './setupForm'

const FORMS = ['givenInitial', 'code', 'full'] as const

/** A made-up guest, as the page shows them. */
const EXAMPLE = { full: 'Nguyễn Văn An', givenInitial: 'An N.', code: '•••••••••T0B' }

/** Whether the page shows the draw, and how it names people. */
export function PublicPageFields({ form }: { form: UseFormReturnType<SetupValues> }) {
  const { t } = useTranslation()
  const { nameForm, isOpen } = form.getValues()
  return (
    <Stack gap="sm">
      <Switch
        label={t('luckyDraw.setup.isOpen')}
        description={t('luckyDraw.setup.isOpenHint')}
        {...form.getInputProps('isOpen', { type: 'checkbox' })}
      />
      <Radio.Group label={t('luckyDraw.setup.nameForm')} {...form.getInputProps('nameForm')}>
        <Stack gap="xs" mt={4}>
          {FORMS.map((value) => (
            <Radio key={value} value={value} label={t(`luckyDraw.setup.form.${value}`)} />
          ))}
        </Stack>
      </Radio.Group>
      <Paper withBorder p="sm" role="group" aria-label={t('luckyDraw.setup.preview')}>
        <Text size="sm" c="dimmed">
          {t('luckyDraw.setup.previewOf', { name: EXAMPLE.full })}
        </Text>
        <Text fw={600}>{EXAMPLE[nameForm]}</Text>
        {nameForm !== 'code' && (
          <Text size="sm">{t('luckyDraw.setup.previewCode', { code: EXAMPLE.code })}</Text>
        )}
        <Text size="sm" mt="xs">
          {t(isOpen ? 'luckyDraw.setup.shown' : 'luckyDraw.setup.notShown')}
        </Text>
      </Paper>
    </Stack>
  )
}
