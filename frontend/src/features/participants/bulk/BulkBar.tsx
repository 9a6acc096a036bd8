import { Button, Group, Menu, Text } from '@mantine/core'
import {
  type Icon,
  IconCash,
  IconCashOff,
  IconChevronDown,
  IconMail,
  IconTableExport,
  IconTicket,
  IconTrash,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useIsPhone } from '~/components/useIsPhone'
import { formatNumber } from '~/lib/numbers'
import classes from './BulkBar.module.css'
import type { BulkAction } from './bulk'

interface BulkBarProps {
  selected: number
  /** The number of participants on all pages of the list. */
  total: number
  isCollecting: boolean
  hasTickets: boolean
  onAction: (action: BulkAction) => void
  /** Exports the selected participants. */
  onExport: () => void
  onSelectAll: () => void
  onUnselect: () => void
}

const ICONS = {
  markPaid: IconCash,
  markUnpaid: IconCashOff,
  changeClass: IconTicket,
  resend: IconMail,
  delete: IconTrash,
} satisfies Record<BulkAction, Icon>

/** The actions on the selected participants; stays visible while scrolling. */
export function BulkBar(props: BulkBarProps) {
  const { selected, total, isCollecting, hasTickets, onAction, onExport, onSelectAll, onUnselect } = props
  const { t } = useTranslation()
  const isPhone = useIsPhone()
  const actions = (Object.keys(ICONS) as BulkAction[]).filter(
    (action) => hasTickets || action !== 'changeClass',
  )
  return (
    <section className={classes.bar} aria-label={t('participants.bulk.label')}>
      <Group gap="xs">
        <Text fw={600} role="status">
          {t('participants.selected', { count: selected, number: formatNumber(selected) })}
        </Text>
        {selected < total && (
          <Button variant="subtle" size="compact-md" loading={isCollecting} onClick={onSelectAll}>
            {t('participants.bulk.selectAll', { number: formatNumber(total) })}
          </Button>
        )}
        <Button
          variant="subtle"
          size="compact-md"
          leftSection={<IconTableExport size={16} />}
          onClick={onExport}
        >
          {t('participants.bulk.export')}
        </Button>
        <Button variant="subtle" size="compact-md" color="gray" onClick={onUnselect}>
          {t('common.unselect')}
        </Button>
      </Group>
      {isPhone ? (
        <Menu position="bottom-start" width={260}>
          <Menu.Target>
            <Button rightSection={<IconChevronDown size={16} />}>{t('participants.bulk.actions')}</Button>
          </Menu.Target>
          <Menu.Dropdown>
            {actions.map((action) => {
              const Glyph = ICONS[action]
              return (
                <Menu.Item
                  key={action}
                  color={action === 'delete' ? 'red' : undefined}
                  leftSection={<Glyph size={18} />}
                  onClick={() => onAction(action)}
                >
                  {t(`participants.bulk.${action}.button`)}
                </Menu.Item>
              )
            })}
          </Menu.Dropdown>
        </Menu>
      ) : (
        <Group gap="xs">
          {actions.map((action) => {
            const Glyph = ICONS[action]
            return (
              <Button
                key={action}
                variant="light"
                color={action === 'delete' ? 'red' : undefined}
                leftSection={<Glyph size={16} />}
                onClick={() => onAction(action)}
              >
                {t(`participants.bulk.${action}.button`)}
              </Button>
            )
          })}
        </Group>
      )}
    </section>
  )
}
