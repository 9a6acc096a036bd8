import { Checkbox, NumberInput, Stack } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import * as bounds from '~/api/bounds'
import { DateTimeField } from '~/components/DateTimeField'
import { t } from '~/lib/language'
import { UNLIMITED } from './queries'

/** The maximum of uses and the expiry of a code. */
export interface Bounds {
  isUnlimited: boolean
  maxUses: number | string
  expiresAt: string | null
}

const MOST = bounds.NewCodes_maxUses_maximum

export const maxUsesOf = ({ isUnlimited, maxUses }: Bounds) => (isUnlimited ? UNLIMITED : Number(maxUses))

export const maxUsesFault = (least: number) => (value: number | string, values: Bounds) =>
  values.isUnlimited || (Number(value) >= least && Number(value) <= MOST)
    ? null
    : t('invitationCodes.maxUsesWrong', { least })

export function UsesAndExpiry<Values extends Bounds>({ form }: { form: UseFormReturnType<Values> }) {
  const { t } = useTranslation()
  return (
    <Stack gap="sm">
      <Checkbox
        label={t('invitationCodes.isUnlimited')}
        {...form.getInputProps('isUnlimited', { type: 'checkbox' })}
      />
      {!form.values.isUnlimited && (
        <NumberInput
          label={t('invitationCodes.field.maxUses')}
          description={t('invitationCodes.maxUsesHint')}
          required
          min={1}
          max={MOST}
          clampBehavior="none"
          allowDecimal={false}
          allowNegative={false}
          {...form.getInputProps('maxUses')}
        />
      )}
      <DateTimeField
        label={t('invitationCodes.field.expiresAt')}
        description={t('invitationCodes.expiresAtHint')}
        defaultTime="23:59"
        {...form.getInputProps('expiresAt')}
      />
    </Stack>
  )
}
