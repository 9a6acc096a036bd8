import { Group, SegmentedControl, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { PERIODS, type Period } from './search'

interface PeriodSwitchProps {
  period: Period
  onChange: (period: Period) => void
}

/** Chooses the last seven days or the last year, and names the period that they are compared with. */
export function PeriodSwitch({ period, onChange }: PeriodSwitchProps) {
  const { t } = useTranslation()
  return (
    <Group gap="sm" mb="md">
      <SegmentedControl
        aria-label={t('statistics.period.label')}
        data={PERIODS.map((value) => ({ value, label: t(`statistics.period.${value}`) }))}
        value={period}
        onChange={onChange}
      />
      <Text size="sm" c="dimmed">
        {t(`statistics.hint.${period}`)}
      </Text>
    </Group>
  )
}
