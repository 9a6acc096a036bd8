import { Button, Modal, Group as Row, Skeleton, Stack, Text } from '@mantine/core'
import { IconDownload, IconShare } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { saveFile } from '~/lib/download'
import classes from './Points.module.css'
import { drawPodium, type PodiumCard } from './podiumPicture'

interface SharePodiumProps {
  /** Makes the card that is shown, when the button is pressed. */
  card: () => PodiumCard
  /** Why the picture shows no sums; absent where it does. */
  note?: string
}

/** Shows a picture of the podium before it is passed on. */
export function SharePodium({ card, note }: SharePodiumProps) {
  const { t } = useTranslation()
  const [shown, setShown] = useState<PodiumCard | null>(null)
  return (
    <>
      <Button
        variant="default"
        ml="auto"
        leftSection={<IconShare size={16} />}
        onClick={() => setShown(card())}
      >
        {t('points.leaderboard.share.action')}
      </Button>
      <Modal
        opened={shown !== null}
        onClose={() => setShown(null)}
        title={t('points.leaderboard.share.title')}
        closeButtonProps={{ 'aria-label': t('common.close') }}
      >
        {shown && <Picture card={shown} note={note} />}
      </Modal>
    </>
  )
}

function Picture({ card, note }: { card: PodiumCard; note: string | undefined }) {
  const { t } = useTranslation()
  const [picture, setPicture] = useState<{ file: File; address: string }>()
  const [hasFailed, setFailed] = useState(false)
  // Drawn before the press: browsers share only within a moment of it.
  useEffect(() => {
    let address = ''
    let isOver = false
    drawPodium(card).then(
      (file) => {
        if (isOver) return
        address = URL.createObjectURL(file)
        setPicture({ file, address })
      },
      () => setFailed(true),
    )
    return () => {
      isOver = true
      if (address) URL.revokeObjectURL(address)
    }
  }, [card])
  if (hasFailed) return <Text role="alert">{t('points.leaderboard.share.failed')}</Text>
  if (!picture) return <Skeleton className={classes.picture} height={450} />
  const { file, address } = picture
  const winners = card.winners.map(({ place, name, figure }) => `${place}: ${name}, ${figure}`)
  const download = () => saveFile(file, file.name)
  const share = () =>
    navigator.share({ files: [file] }).catch((error: unknown) => {
      // Stopping half-way needs no answer.
      if (!(error instanceof DOMException && error.name === 'AbortError')) download()
    })
  return (
    <Stack>
      <img className={classes.picture} src={address} alt={[card.group, card.title, ...winners].join('. ')} />
      {note && (
        <Text size="sm" c="dimmed">
          {note}
        </Text>
      )}
      <Row justify="flex-end">
        <Button variant="default" leftSection={<IconDownload size={16} />} onClick={download}>
          {t('points.leaderboard.share.download')}
        </Button>
        {canShare(file) && (
          <Button leftSection={<IconShare size={16} />} onClick={() => void share()}>
            {t('points.leaderboard.share.send')}
          </Button>
        )}
      </Row>
    </Stack>
  )
}

/** Not every browser shares files. */
const canShare = (file: File) => navigator.canShare?.({ files: [file] }) ?? false
