import { Anchor, Image, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { fileQuery } from '~/lib/queries'
import { useObjectUrl } from './useObjectUrl'

interface PrivateImageProps {
  /** As the API writes it. */
  url: string
  alt: string
}

/** An image that the server shows only to authorised accounts, so that a plain `<img>` would stay empty. */
export function PrivateImage({ url, alt }: PrivateImageProps) {
  const { t } = useTranslation()
  const { data: file, error } = useQuery(fileQuery(url))
  const address = useObjectUrl(file)
  if (error) return <Text c="dimmed">{t('common.fileUnavailable')}</Text>
  if (!file || !address) return <Skeleton height={120} width={160} />
  const picture = file.type.startsWith('image/') ? (
    <Image src={address} alt={alt} mah={240} maw="100%" w="auto" fit="contain" radius="sm" />
  ) : (
    t('common.openFile')
  )
  return (
    <Anchor href={address} target="_blank" rel="noreferrer" maw="100%">
      {picture}
    </Anchor>
  )
}
