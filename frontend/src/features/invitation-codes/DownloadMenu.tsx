import { Button, type ButtonProps, Menu } from '@mantine/core'
import {
  IconCards,
  IconChevronDown,
  IconDownload,
  IconFileSpreadsheet,
  IconFileText,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { FILES, type FileKind } from './useCodeActions'

const GLYPHS = { xlsx: IconFileSpreadsheet, csv: IconFileText, pdf: IconCards }

interface DownloadMenuProps extends ButtonProps {
  label: string
  onChoose: (format: FileKind) => void
}

/** As a table, or as cards to print. */
export function DownloadMenu({ label, onChoose, ...button }: DownloadMenuProps) {
  const { t } = useTranslation()
  return (
    <Menu position="bottom-end" width={260}>
      <Menu.Target>
        <Button
          variant="default"
          leftSection={<IconDownload size={18} />}
          rightSection={<IconChevronDown size={16} />}
          {...button}
        >
          {label}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {FILES.map((format) => {
          const Glyph = GLYPHS[format]
          return (
            <Menu.Item key={format} leftSection={<Glyph size={18} />} onClick={() => onChoose(format)}>
              {t(`invitationCodes.file.${format}`)}
            </Menu.Item>
          )
        })}
      </Menu.Dropdown>
    </Menu>
  )
}
