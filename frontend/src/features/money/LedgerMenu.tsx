import { Button, Menu } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { toast } from '~/components/toast'
import { downloadFile } from '~/lib/download'

/** Downloads the ledger at `path`. */
export function LedgerMenu({ path }: { path: string }) {
  const { t } = useTranslation()
  const { mutate, isPending } = useMutation({
    mutationFn: (format: 'xlsx' | 'csv') => downloadFile(path, { query: { format } }),
    onSuccess: () => toast.success(t('money.ledger.saved')),
  })
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" leftSection={<IconDownload size={18} />} loading={isPending}>
          {t('money.ledger.export')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => mutate('xlsx')}>Excel (XLSX)</Menu.Item>
        <Menu.Item onClick={() => mutate('csv')}>CSV</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
