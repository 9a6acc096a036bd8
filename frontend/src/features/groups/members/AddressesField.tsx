import { Textarea, type TextareaProps } from '@mantine/core'
import { useTranslation } from 'react-i18next'

/** E-mail addresses of people to invite, which may be pasted as a list. */
export function AddressesField(input: TextareaProps) {
  const { t } = useTranslation()
  return (
    <Textarea
      label={t('groups.addMembers.addresses')}
      description={t('groups.addMembers.addressesHint')}
      placeholder={'an@congty.vn\nTrần Bình <binh@congty.vn>'}
      withAsterisk
      autosize
      minRows={3}
      maxRows={10}
      {...input}
    />
  )
}
