import { Skeleton, Text } from '@mantine/core'
import { useIntersection } from '@mantine/hooks'
import { IconPhotoOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useObjectUrl } from '~/components/useObjectUrl'
import { widthFor } from '~/lib/pictureSizes'
import { fileQuery } from '~/lib/queries'
import classes from './Posts.module.css'

interface PostImageProps {
  /** The address from the API. Only people who see the post may fetch the image, so the request carries the token. */
  url: string
  alt: string
  /** A placeholder until the image has arrived, from the API. */
  preview?: string | null
  /**
   * In CSS pixels; the image is fetched at once. Without it, it is fetched when it comes near the visible part of the
   * page, for the width that it has there.
   */
  width?: number
}

export function PostImage({ url, alt, preview, width }: PostImageProps) {
  const { t } = useTranslation()
  const { ref, entry } = useIntersection({ rootMargin: '600px' })
  const [shown, setShown] = useState(width)
  useEffect(() => {
    // Kept: another width would fetch the image once more.
    if (entry?.isIntersecting) setShown((known) => known ?? entry.boundingClientRect.width)
  }, [entry])
  const isNear = shown !== undefined
  const { data: file, error } = useQuery({ ...fileQuery(url, widthFor(shown ?? 0)), enabled: isNear })
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
  if (!address && preview)
    return (
      <span
        ref={ref}
        className={classes.preview}
        style={{ backgroundImage: `url("${preview}")` }}
        aria-hidden
      />
    )
  if (!address) return <Skeleton ref={ref} component="span" className={classes.image} radius={0} />
  return <img src={address} alt={alt} className={classes.image} />
}
