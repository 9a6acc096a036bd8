import { useEffect, useState } from 'react'
import { Icon } from '../parts/Icon'
import { useTranslation } from '../translation'
import { type Card, drawCard } from './cardPicture'
import classes from './ticket.module.css'

interface SaveImageProps {
  card: Card
  fileName: string
  label: string
  /** The main act of its card, with the next step once the picture is kept. */
  next?: string
}

/**
 * Keeps a picture of the card: by the phone's own sharing sheet, else as a download. Some in-app browsers can do
 * neither, so on a phone the picture is shown as well, to be pressed and held.
 */
export function SaveImage({ card, fileName, label, next }: SaveImageProps) {
  const { t } = useTranslation()
  const [picture, setPicture] = useState<{ file: File; address: string }>()
  const [isShown, setShown] = useState(false)
  const { title, ground, onGround, qr } = card
  const lines = card.lines.join('\n')

  // Drawn beforehand: browsers share only within a moment of the press.
  useEffect(() => {
    let address = ''
    let isOver = false
    void drawCard({ title, ground, onGround, qr, lines: lines.split('\n') }).then((blob) => {
      if (!blob || isOver) return
      const file = new File([blob], fileName, { type: blob.type })
      address = URL.createObjectURL(file)
      setPicture({ file, address })
    })
    return () => {
      isOver = true
      URL.revokeObjectURL(address)
    }
  }, [title, ground, onGround, qr, lines, fileName])

  if (!picture) return null
  const save = async () => {
    const isPhone = window.matchMedia('(pointer: coarse)').matches
    setShown(isPhone)
    if (isPhone && (await share(picture.file))) return
    const link = document.createElement('a')
    link.href = picture.address
    link.download = fileName
    link.click()
  }
  return (
    <>
      <button type="button" className={next ? classes.main : classes.action} onClick={() => void save()}>
        <Icon name="download" />
        {label}
      </button>
      {isShown && (
        <figure className={classes.kept}>
          <img src={picture.address} alt={label} />
          <figcaption role="status">
            {next && <strong>{next} </strong>}
            {t('save.hold')}
          </figcaption>
        </figure>
      )}
    </>
  )
}

/** False when the browser cannot share files; stopping it half-way is an answer too. */
async function share(file: File): Promise<boolean> {
  if (!navigator.canShare?.({ files: [file] })) return false
  try {
    await navigator.share({ files: [file] })
    return true
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError'
  }
}
