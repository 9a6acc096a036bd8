import { ActionIcon, Button, Menu } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { toast } from '~/components/toast'
import { downloadFile } from '~/lib/download'

interface ExportMenuProps {
  /** Of the call that writes the file. */
  path: string
  label: string
  /** The message after the download. */
  saved: string
  /** The symbol alone, beside other small controls. */
  isSmall?: boolean
}

/** Downloads a list as XLSX or CSV. */
export function ExportMenu({ path, label, saved, isSmall = false }: ExportMenuProps) {
  const { mutate, isPending } = useMutation({
    mutationFn: (format: 'xlsx' | 'csv') => downloadFile(path, { query: { format } }),
    onSuccess: () => toast.success(saved),
  })
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        {isSmall ? (
          <ActionIcon size="lg" variant="default" aria-label={label} loading={isPending}>
            <IconDownload size={18} />
          </ActionIcon>
        ) : (
          <Button variant="default" leftSection={<IconDownload size={18} />} loading={isPending}>
            {label}
          </Button>
        )}
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => mutate('xlsx')}>Excel (XLSX)</Menu.Item>
        <Menu.Item onClick={() => mutate('csv')}>CSV</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
