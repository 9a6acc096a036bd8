import { Skeleton, Text } from '@mantine/core'
import { useIntersection } from '@mantine/hooks'
import { IconPhotoOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useObjectUrl } from '~/components/useObjectUrl'
import { fileQuery } from '~/lib/queries'
import classes from './Posts.module.css'

interface PostImageProps {
  /** The address from the API. Only people who see the post may fetch the image, so the request carries the token. */
  url: string
  alt: string
  /** Whether to fetch the image at once instead of when it comes near the visible part of the page. */
  isNow?: boolean
}

export function PostImage({ url, alt, isNow = false }: PostImageProps) {
  const { t } = useTranslation()
  const { ref, entry } = useIntersection({ rootMargin: '600px' })
  const [isNear, setNear] = useState(isNow)
  useEffect(() => {
    if (entry?.isIntersecting) setNear(true)
  }, [entry?.isIntersecting])
  const { data: file, error } = useQuery({ ...fileQuery(url), enabled: isNear })
  const address = useObjectUrl(file)
  if (error)
    return (
      <span className={classes.noImage}>
        <IconPhotoOff size={20} aria-hidden />
        <Text component="span" size="sm">
          {t('posts.image.unavailable')}
        </Text>
      </span>
    )
  if (!address) return <Skeleton ref={ref} component="span" className={classes.image} radius={0} />
  return <img src={address} alt={alt} className={classes.image} />
}
