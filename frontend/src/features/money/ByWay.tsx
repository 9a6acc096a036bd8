import { Group, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Panel } from '~/components/Panel'
import { formatMoney, formatNumber } from '~/lib/numbers'
import classes from './Money.module.css'
import type { EventMoney } from './queries'

/** The received amounts by way of payment. */
export function ByWay({ ways }: { ways: EventMoney['byWay'] }) {
  const { t } = useTranslation()
  return (
    <Panel title={t('money.byWay')}>
      <ul className={classes.list}>
        {ways.map(({ way, amount, count }) => (
          <li key={way}>
            <Group justify="space-between" gap="sm" wrap="nowrap">
              <Text size="sm">{t(`money.way.${way}`)}</Text>
              <Text size="sm" fw={500} ta="right">
                {`${formatMoney(amount)} · ${t('money.people', { count, number: formatNumber(count) })}`}
              </Text>
            </Group>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
