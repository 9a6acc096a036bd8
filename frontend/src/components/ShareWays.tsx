import { Anchor, Button, SimpleGrid, Stack } from '@mantine/core'
import { IconBrandFacebook, IconExternalLink, IconMessageCircle, IconQrcode } from '@tabler/icons-react'
import { type ReactNode, useRef } from 'react'
import { saveFile } from '~/lib/download'
import { facebookLink, zaloLink } from '~/lib/shareLinks'
import { CopyButton } from './CopyButton'
import { QrCode } from './QrCode'
import classes from './ShareWays.module.css'

interface ShareWaysProps {
  /** The whole address. */
  url: string
  /** The name of what is shared, for the file of the QR code. */
  name: string
  labels: {
    /** The accessible name of the QR code. */
    code: string
    copy: string
    saveCode: string
  }
  /** Further buttons. */
  children?: ReactNode
}

const OPENS = { target: '_blank', rel: 'noopener noreferrer' } as const

/** The ways to bring a link among people: address, QR code, chats. */
export function ShareWays({ url, name, labels, children }: ShareWaysProps) {
  const code = useRef<HTMLDivElement>(null)
  const saveCode = () => {
    const image = code.current?.querySelector('svg')
    if (!image) return
    const text = new XMLSerializer().serializeToString(image)
    saveFile(new Blob([text], { type: 'image/svg+xml' }), `QR ${name}.svg`)
  }
  return (
    <div className={classes.ways}>
      <div ref={code} className={classes.code}>
        <QrCode text={url} label={labels.code} />
      </div>
      <Stack gap="sm" className={classes.links}>
        <Anchor href={url} {...OPENS} className={classes.address}>
          {url.replace(/^https?:\/\//, '')} <IconExternalLink size={14} aria-hidden />
        </Anchor>
        <CopyButton value={url} label={labels.copy} variant="filled" data-autofocus />
        <SimpleGrid cols={2} spacing="xs">
          <Button
            variant="default"
            component="a"
            href={zaloLink(url)}
            {...OPENS}
            leftSection={<IconMessageCircle size={16} />}
          >
            Zalo
          </Button>
          <Button
            variant="default"
            component="a"
            href={facebookLink(url)}
            {...OPENS}
            leftSection={<IconBrandFacebook size={16} />}
          >
            Facebook
          </Button>
          <Button variant="default" leftSection={<IconQrcode size={16} />} onClick={saveCode}>
            {labels.saveCode}
          </Button>
          {children}
        </SimpleGrid>
      </Stack>
    </div>
  )
}
