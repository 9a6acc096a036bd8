import { Button, Group, Kbd, Switch } from '@mantine/core'
import { IconArrowLeft, IconWheel } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { confirm } from '~/components/confirm'
import { StageFrame } from '~/components/StageFrame'
import { useStageKeys } from '~/components/stageKeys'
import { StageNotes } from '~/components/Toasts'
import { formatNumber } from '~/lib/numbers'
import { Switches } from './DrawBar'
import barClasses from './DrawBar.module.css'
import controlClasses from './DrawControls.module.css'
import listClasses from './DrawLists.module.css'
import classes from './LuckyDrawScreen.module.css'
import { randomBelow } from './pastedList'
import { Stage } from './Stage'

interface FreeDrawProps {
  names: string[]
  onBack: () => void
}

interface Drawn {
  key: string
  name: string
}

/** Draws from a pasted list in this browser alone. */
export function FreeDraw({ names: pasted, onBack }: FreeDrawProps) {
  const { t } = useTranslation()
  const [names, setNames] = useState(pasted)
  const [index, setIndex] = useState<number | null>(null)
  const [winners, setWinners] = useState<Drawn[]>([])
  const [announced, setAnnounced] = useState<Drawn | null>(null)
  const [removes, setRemoves] = useState(true)
  const key = `free${winners.length}-${pasted.length}`

  const draw = () => {
    if (index !== null || names.length === 0) return
    setAnnounced(null)
    setIndex(randomBelow(names.length))
  }
  const land = () => {
    if (index === null) return
    const winner = { key, name: names[index] ?? '' }
    setIndex(null)
    setAnnounced(winner)
    setWinners([winner, ...winners])
    if (removes) setNames(names.filter((_, at) => at !== index))
  }
  const leave = async () => {
    const question = { title: t('luckyDraw.paste.leave.title'), message: t('luckyDraw.paste.leave.message') }
    if (winners.length === 0 || (await confirm({ ...question, confirm: t('luckyDraw.paste.back') }))) onBack()
  }
  useStageKeys({
    onAct: draw,
    onBack: () => (announced ? setAnnounced(null) : void leave()),
  })

  return (
    <StageFrame className={classes.page}>
      <header className={barClasses.bar}>
        <div className={barClasses.head}>
          <h1 className={barClasses.title}>{t('shell.title.luckyDraw')}</h1>
          <p className={barClasses.count}>
            {t('luckyDraw.paste.left', { count: names.length, number: formatNumber(names.length) })}
          </p>
        </div>
        <Switches />
        <Button
          variant="white"
          leftSection={<IconArrowLeft size={18} />}
          rightSection={<Kbd aria-hidden>Esc</Kbd>}
          aria-keyshortcuts="Escape"
          data-control
          onClick={() => void leave()}
        >
          {t('luckyDraw.paste.back')}
        </Button>
      </header>
      <div className={classes.hall}>
        <section className={classes.show} aria-label={t('luckyDraw.stage.title')}>
          <Stage
            names={names}
            total={names.length}
            turning={index === null ? null : { key, index }}
            announcement={index === null ? announced : null}
            onLanded={land}
          />
        </section>
        <div className={classes.operation} data-control>
          <StageNotes className={classes.note} />
          <div className={controlClasses.controls}>
            <Group gap="md" justify="space-between">
              <Switch
                label={t('luckyDraw.paste.remove')}
                checked={removes}
                onChange={(event) => setRemoves(event.currentTarget.checked)}
              />
              <Button
                size="lg"
                color="marigold.5"
                autoContrast
                leftSection={<IconWheel size={24} />}
                rightSection={<Kbd aria-hidden>Enter</Kbd>}
                aria-keyshortcuts="Space Enter"
                disabled={index !== null || names.length === 0}
                onClick={draw}
              >
                {t('luckyDraw.controls.draw')}
              </Button>
            </Group>
          </div>
        </div>
        <aside className={listClasses.lists} aria-label={t('luckyDraw.lists.title')}>
          <section>
            <h2>{t('luckyDraw.lists.winners')}</h2>
            {winners.length === 0 && <p className={listClasses.none}>{t('luckyDraw.lists.nobody')}</p>}
            <ol className={listClasses.list}>
              {winners.map((winner) => (
                <li key={winner.key} className={listClasses.winner}>
                  <strong>{winner.name}</strong>
                </li>
              ))}
            </ol>
          </section>
        </aside>
      </div>
    </StageFrame>
  )
}
