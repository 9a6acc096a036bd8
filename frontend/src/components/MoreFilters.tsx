import { ActionIcon, Indicator, Popover, Stack } from '@mantine/core'
import { IconFilter } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

interface MoreFiltersProps {
  /** One of them is set, which the button shows. */
  isChosen: boolean
  /** Selects with their options in place (`withinPortal: false`): a press on one is not a press beside them. */
  children: ReactNode
}

/** The filters that are needed now and then, behind a button. */
export function MoreFilters({ isChosen, children }: MoreFiltersProps) {
  const { t } = useTranslation()
  return (
    <Popover width={280} position="bottom-end" trapFocus returnFocus>
      <Indicator disabled={!isChosen} size={8} offset={4}>
        <Popover.Target>
          <ActionIcon variant="default" size={36} aria-label={t('common.moreFilters')}>
            <IconFilter size={18} />
          </ActionIcon>
        </Popover.Target>
      </Indicator>
      <Popover.Dropdown aria-label={t('common.moreFilters')}>
        <Stack gap="sm">{children}</Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
