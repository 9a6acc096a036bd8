import { Group, Pagination, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '~/lib/numbers'

interface PagingProps {
  page: number
  size: number
  total: number
  onChange: (page: number) => void
}

export function Paging({ page, size, total, onChange }: PagingProps) {
  const { t } = useTranslation()
  const pages = Math.ceil(total / size)
  if (pages <= 1 && page === 1) return null
  return (
    <Group justify="space-between" mt="md" gap="sm">
      <Text size="sm" c="dimmed">
        {t('common.table.range', {
          from: formatNumber(Math.min((page - 1) * size + 1, total)),
          to: formatNumber(Math.min(page * size, total)),
          total: formatNumber(total),
        })}
      </Text>
      {pages > 1 && (
        <Pagination
          total={pages}
          value={page}
          onChange={onChange}
          aria-label={t('common.table.pages')}
          getItemProps={(item) => ({ 'aria-label': t('common.table.page', { page: item }) })}
          getControlProps={(control) => ({
            'aria-label': t(control === 'previous' ? 'common.table.previous' : 'common.table.nextPage'),
          })}
        />
      )}
    </Group>
  )
}
