import { ActionIcon, Badge, Group, Text } from '@mantine/core'
import {
  IconArrowDown,
  IconArrowUp,
  IconChevronDown,
  IconGripVertical,
  IconLock,
  IconTrash,
} from '@tabler/icons-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { confirm } from '~/components/confirm'
import { isRequired } from '~/lib/questions'
import { useWizardContext } from './fields'
import classes from './QuestionCard.module.css'
import { QuestionEditor } from './QuestionEditor'
import { type Question, questionText } from './questions'

interface OwnQuestion {
  /** Its index in the request body, by which the server's error messages name it. */
  path: string
  isOpened: boolean
  onToggle: () => void
  onChange: (question: Question) => void
  onRemove: () => void
  /** Absent where the question cannot move further. */
  onUp: (() => void) | undefined
  onDown: (() => void) | undefined
  isDragged: boolean
  onDrag: (isDragged: boolean) => void
  /** Another question is being dragged over this one. */
  onDraggedOver: () => void
}

interface QuestionCardProps {
  question: Question
  number: number
  /** Absent for the four fixed questions, which cannot be changed. */
  own?: OwnQuestion
}

export function QuestionCard({ question, number, own }: QuestionCardProps) {
  const { t } = useTranslation()
  const { errors } = useWizardContext()
  const card = useRef<HTMLLIElement>(null)
  const text = questionText(question) || t('events.form.untitled')
  const isWrong = own && Object.keys(errors).some((field) => field.startsWith(`${own.path}.`))
  const isOpened = own && (own.isOpened || isWrong)

  const remove = async () => {
    const isBlank = question.question.trim() === ''
    const agreed =
      isBlank ||
      (await confirm({
        title: t('events.form.remove.title'),
        message: t('events.form.remove.message', { question: text }),
        confirm: t('common.delete'),
        dangerous: true,
      }))
    if (agreed) own?.onRemove()
  }

  return (
    <li
      ref={card}
      className={classes.card}
      data-fixed={!own || undefined}
      data-dragged={own?.isDragged || undefined}
      data-wrong={isWrong || undefined}
      onDragOver={(event) => {
        if (!own) return
        event.preventDefault()
        if (!own.isDragged) own.onDraggedOver()
      }}
      onDrop={(event) => event.preventDefault()}
    >
      <div className={classes.head}>
        {own ? (
          <span
            className={classes.grip}
            draggable
            aria-hidden
            onDragStart={(event) => {
              event.dataTransfer.effectAllowed = 'move'
              event.dataTransfer.setData('text/plain', text)
              if (card.current) event.dataTransfer.setDragImage(card.current, 16, 16)
              own.onDrag(true)
            }}
            onDragEnd={() => own.onDrag(false)}
          >
            <IconGripVertical size={18} />
          </span>
        ) : (
          <IconLock size={18} className={classes.lock} aria-hidden />
        )}
        <div className={classes.words}>
          {own ? (
            <button
              type="button"
              className={classes.toggle}
              aria-expanded={isOpened}
              aria-label={t('events.form.editNamed', { number, question: text })}
              onClick={own.onToggle}
            >
              {number}. {text}
            </button>
          ) : (
            <Text>
              {number}. {text}
            </Text>
          )}
          <Group gap="xs">
            <Text size="sm" c="dimmed">
              {t(`events.form.type.${question.type}`)}
            </Text>
            {isRequired(question) && (
              <Badge variant="default" size="sm" tt="none" fw={500}>
                {t('events.form.required')}
              </Badge>
            )}
            {!own && (
              <Text size="sm" c="dimmed">
                {t('events.form.always')}
              </Text>
            )}
          </Group>
        </div>
        {own && (
          <Group gap={4} wrap="nowrap">
            <CardButton
              icon={IconArrowUp}
              label={t('events.form.up', { question: text })}
              onClick={own.onUp}
            />
            <CardButton
              icon={IconArrowDown}
              label={t('events.form.down', { question: text })}
              onClick={own.onDown}
            />
            <CardButton
              icon={IconTrash}
              label={t('events.form.removeNamed', { question: text })}
              onClick={() => void remove()}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              size={36}
              aria-hidden
              tabIndex={-1}
              onClick={own.onToggle}
            >
              <IconChevronDown size={18} className={classes.chevron} data-opened={isOpened || undefined} />
            </ActionIcon>
          </Group>
        )}
      </div>
      {own && isOpened && <QuestionEditor question={question} path={own.path} onChange={own.onChange} />}
    </li>
  )
}

interface CardButtonProps {
  icon: typeof IconTrash
  label: string
  onClick: (() => void) | undefined
}

function CardButton({ icon: Glyph, label, onClick }: CardButtonProps) {
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={36}
      className={classes.quiet}
      aria-label={label}
      // Stays in the tab order at the ends of the list, so that the focus is not lost while moving.
      aria-disabled={!onClick}
      data-disabled={!onClick || undefined}
      onClick={() => onClick?.()}
    >
      <Glyph size={18} />
    </ActionIcon>
  )
}
