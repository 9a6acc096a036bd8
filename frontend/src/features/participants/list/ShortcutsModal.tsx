import { Kbd, Modal } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import table from '~/components/table.module.css'
import { useFocusBack } from '~/components/useFocusBack'

const KEYS = [
  ['move', ['↑', '↓']],
  ['open', ['Enter']],
  ['search', ['/']],
  ['select', ['x']],
  ['pay', ['p']],
  ['checkIn', ['c']],
  ['undo', ['z']],
  ['command', ['Ctrl', 'K']],
  ['help', ['?']],
] as const

/** Explains the keys of the list. */
export function ShortcutsModal({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  useFocusBack()
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('participants.keys.title')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <table className={table.table}>
        <tbody>
          {KEYS.map(([name, keys]) => (
            <tr key={name}>
              <td>{t(`participants.keys.${name}`)}</td>
              <td style={{ textAlign: 'right' }}>
                {keys.map((key) => (
                  <Kbd key={key} ml={4}>
                    {key}
                  </Kbd>
                ))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Modal>
  )
}
