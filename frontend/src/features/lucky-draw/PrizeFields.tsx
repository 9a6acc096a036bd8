import { ActionIcon, Button, Fieldset, Group, NumberInput, Stack, Text, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Uploader } from '~/components/Uploader'
import { MAX_NAME, MAX_PRIZES, MAX_QUANTITY, newPrize, type SetupValues } from './setupForm'

/** All prizes, the first one drawn first. */
export function PrizeFields({ form }: { form: UseFormReturnType<SetupValues> }) {
  const { t } = useTranslation()
  const { prizes } = form.getValues()
  return (
    <Stack gap="sm">
      <Text fw={600}>{t('luckyDraw.setup.prizes')}</Text>
      {prizes.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('luckyDraw.setup.noPrizes')}
        </Text>
      )}
      {prizes.map(({ key, name, drawn }, index) => (
        <Fieldset key={key} legend={t('luckyDraw.setup.prize', { number: index + 1 })}>
          <Stack gap="sm">
            <Group align="flex-start" gap="sm" wrap="nowrap">
              <TextInput
                label={t('luckyDraw.setup.name')}
                required
                maxLength={MAX_NAME}
                flex={1}
                {...form.getInputProps(`prizes.${index}.name`)}
              />
              <NumberInput
                label={t('luckyDraw.setup.quantity')}
                required
                min={Math.max(drawn, 1)}
                max={MAX_QUANTITY}
                allowDecimal={false}
                clampBehavior="none"
                w={110}
                {...form.getInputProps(`prizes.${index}.quantity`)}
              />
              <ActionIcon
                variant="subtle"
                color="red"
                size={36}
                mt={28}
                disabled={drawn > 0}
                aria-label={t('luckyDraw.setup.remove', { name: name || index + 1 })}
                onClick={() => form.removeListItem('prizes', index)}
              >
                <IconTrash size={18} />
              </ActionIcon>
            </Group>
            {drawn > 0 && (
              <Text size="sm" c="dimmed">
                {t('luckyDraw.setup.won', { count: drawn })}
              </Text>
            )}
            <Uploader
              label={t('luckyDraw.setup.image')}
              purpose="attachment"
              {...form.getInputProps(`prizes.${index}.image`)}
            />
          </Stack>
        </Fieldset>
      ))}
      {prizes.length < MAX_PRIZES && (
        <Button
          variant="default"
          leftSection={<IconPlus size={18} />}
          style={{ alignSelf: 'flex-start' }}
          onClick={() => form.insertListItem('prizes', newPrize())}
        >
          {t('luckyDraw.setup.add')}
        </Button>
      )}
    </Stack>
  )
}
