import { Checkbox, Drawer, Group, Radio, Stack, Switch, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { closeOnOwnEscape } from '~/components/closeOnOwnEscape'
import { confirmDiscard } from '~/components/confirm'
import { FormButtons } from '~/components/FormButtons'
import { whenValid } from '~/components/formErrors'
import { useConflict } from '~/components/useConflict'
import { useFocusBack } from '~/components/useFocusBack'
import { useKeptForm } from '~/components/useKept'
import { useParticipationTypes } from '~/features/tickets/participationType'
import { answer, api } from '~/lib/api'
import { shows } from '~/lib/apiError'
import { formatNumber } from '~/lib/numbers'
import { PrizeFields } from './PrizeFields'
import { PublicPageFields } from './PublicPageFields'
import { drawQuery, type Settings, settingsQuery } from './queries'
import { bodyOf, type PrizeValues, type SetupValues, validatePrize, valuesOf } from './setupForm'

interface SetupDrawerProps {
  eventId: string
  settings: Settings
  onClose: () => void
}

/** The settings of the draw: prizes, participants, public page. */
export function SetupDrawer({ eventId, settings, onClose }: SetupDrawerProps) {
  const { t } = useTranslation()
  useFocusBack()
  const queryClient = useQueryClient()
  const types = useParticipationTypes()
  const form = useForm<SetupValues>({
    mode: 'controlled',
    initialValues: valuesOf(settings),
    validate: { prizes: validatePrize },
  })
  const conflict = useConflict({
    form,
    stored: settings,
    valuesOf,
    fields: [
      {
        path: 'prizes',
        label: t('luckyDraw.setup.prizes'),
        say: (prizes: PrizeValues[]) =>
          prizes.map(({ name, quantity }) => `${name} × ${quantity}`).join(', ') ||
          t('common.conflict.empty'),
      },
      {
        path: 'source',
        label: t('luckyDraw.setup.source'),
        say: (source: Settings['source']) =>
          source === 'all'
            ? t('luckyDraw.setup.all')
            : t('luckyDraw.setup.checkedIn', { number: formatNumber(settings.checkedIn) }),
      },
      {
        path: 'excludedTypes',
        label: t('luckyDraw.setup.excludedTypes'),
        say: (excluded: string[]) =>
          types
            .filter(({ value }) => excluded.includes(value))
            .map(({ label }) => label)
            .join(', ') || t('common.conflict.empty'),
      },
      { path: 'excludeWinners', label: t('luckyDraw.setup.excludeWinners') },
      { path: 'isOpen', label: t('luckyDraw.setup.isOpen') },
      {
        path: 'nameForm',
        label: t('luckyDraw.setup.nameForm'),
        say: (chosen: Settings['nameForm']) => t(`luckyDraw.setup.form.${chosen}`),
      },
    ],
  })
  useKeptForm(form, `draw ${eventId}`, { conflict })
  const save = useMutation({
    mutationFn: (values: SetupValues) =>
      answer(
        api.PUT('/event/{eventId}/lucky-draw', {
          params: { path: { eventId } },
          body: { ...bodyOf(values), version: conflict.version },
        }),
      ),
    onSuccess: ({ data }) => {
      queryClient.setQueryData(settingsQuery(eventId).queryKey, data)
      void queryClient.invalidateQueries(drawQuery(eventId))
      onClose()
    },
    onError: shows(conflict.refuse),
  })
  const close = async () => {
    if (!form.isDirty() || (await confirmDiscard())) onClose()
  }
  return (
    <Drawer
      opened
      onClose={() => void close()}
      {...closeOnOwnEscape(() => void close())}
      position="right"
      size={520}
      title={t('luckyDraw.setup.title')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <form noValidate onSubmit={whenValid(form, save.mutate)}>
        <Stack gap="lg">
          {conflict.notice}
          <PrizeFields form={form} />
          <Radio.Group label={t('luckyDraw.setup.source')} {...form.getInputProps('source')}>
            <Stack gap="xs" mt={4}>
              <Radio
                value="checkedIn"
                label={t('luckyDraw.setup.checkedIn', { number: formatNumber(settings.checkedIn) })}
              />
              <Radio value="all" label={t('luckyDraw.setup.all')} />
            </Stack>
          </Radio.Group>
          <Checkbox.Group
            label={t('luckyDraw.setup.excludedTypes')}
            description={t('luckyDraw.setup.excludedTypesHint')}
            {...form.getInputProps('excludedTypes')}
          >
            <Group gap="sm" mt={4}>
              {types.map((type) => (
                <Checkbox key={type.value} {...type} />
              ))}
            </Group>
          </Checkbox.Group>
          <Switch
            label={t('luckyDraw.setup.excludeWinners')}
            description={t('luckyDraw.setup.excludeWinnersHint')}
            {...form.getInputProps('excludeWinners', { type: 'checkbox' })}
          />
          <Text size="sm" c="dimmed">
            {t('luckyDraw.setup.nowTakingPart', {
              count: settings.total,
              number: formatNumber(settings.total),
            })}
          </Text>
          <PublicPageFields form={form} />
          <FormButtons
            onCancel={() => void close()}
            isPending={save.isPending}
            label={t('luckyDraw.setup.save')}
          />
        </Stack>
      </form>
    </Drawer>
  )
}
