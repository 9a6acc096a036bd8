import { Anchor, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { splitLinks } from './links'
import classes from './Posts.module.css'

/** A text with more characters or more lines is shown in part first. */
const LONG = 700
const LINES = 10

/** A member's text: plain, with its line breaks, in which web addresses are links. */
export function PostText({ text, isWhole = false }: { text: string; isWhole?: boolean }) {
  const { t } = useTranslation()
  const isLong = !isWhole && (text.length > LONG || text.split('\n').length > LINES)
  const [isOpen, setOpen] = useState(false)
  if (text === '') return null
  return (
    <div>
      <Text component="div" className={classes.text} lineClamp={isLong && !isOpen ? LINES : undefined}>
        {splitLinks(text).map(({ text: piece, start, href }) =>
          href ? (
            <Anchor key={start} href={href} target="_blank" rel="noopener noreferrer nofollow ugc">
              {piece}
            </Anchor>
          ) : (
            piece
          ),
        )}
      </Text>
      {isLong && (
        <Anchor component="button" type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {t(isOpen ? 'posts.less' : 'posts.more')}
        </Anchor>
      )}
    </div>
  )
}
