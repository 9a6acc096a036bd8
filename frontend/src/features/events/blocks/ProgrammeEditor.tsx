import {
  ActionIcon,
  Button,
  Group,
  Input,
  MultiSelect,
  NativeSelect,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core'
import { IconChevronDown, IconPlus, IconTrash } from '@tabler/icons-react'
import { useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { formatDayOfMonth } from '~/lib/dates'
import { daysOf, onDay } from '~/lib/eventDays'
import type { Event } from '../queries'
import classes from './blocks.module.css'
import { type EditedItem, type EditedSpeaker, inOrder, itemAfter, ROOM, withTime } from './editedBlocks'
import { readProgramme } from './programmeText'
import type { BlockEditor } from './useBlocksEditor'

interface ProgrammeEditorProps {
  editor: BlockEditor<'programme'>
  speakers: readonly EditedSpeaker[]
  event: Pick<Event, 'eventStartDate' | 'endDate'>
}

/** The programme, a line for each item. Enter begins the next one; several pasted lines become an item each. */
export function ProgrammeEditor({ editor, speakers, event }: ProgrammeEditorProps) {
  const { t } = useTranslation()
  const list = useRef<HTMLOListElement>(null)
  const { entries, change } = editor
  // An event that was shortened may have items after its end.
  const days = Math.max(daysOf(event.eventStartDate, event.endDate), ...entries.map(({ day }) => day))
  const dayNames = Array.from({ length: days }, (_, at) => ({
    value: String(at + 1),
    label: t('events.page.programme.day', {
      day: at + 1,
      date: formatDayOfMonth(onDay(event.eventStartDate, at + 1)),
    }),
  }))
  const isFull = entries.length >= ROOM.programme

  const addAfter = (at: number) => {
    if (isFull) return
    const item = itemAfter(entries[at])
    flushSync(() => change((items) => items.toSpliced(at + 1, 0, item)))
    const fields = list.current?.children[at + 1]?.querySelectorAll<HTMLElement>('input')
    const wanted = [...(fields ?? [])].find(({ dataset }) =>
      dataset.path?.endsWith(item.start ? '.title' : '.start'),
    )
    wanted?.focus()
  }

  /** Brings the items into their order without taking the focus from the field that has it. */
  const sort = () => {
    const focused = document.activeElement
    flushSync(() => change(inOrder))
    if (focused instanceof HTMLElement && focused !== document.activeElement) focused.focus()
  }

  const paste = (at: number, event: React.ClipboardEvent) => {
    const read = readProgramme(event.clipboardData.getData('text'))
    if (!read) return
    event.preventDefault()
    const before = entries[at]
    const isBlank = before?.title.trim() === ''
    const items = read.map((item) => ({ ...itemAfter(before), ...item }))
    change((all) =>
      inOrder(all.toSpliced(isBlank ? at : at + 1, isBlank ? 1 : 0, ...items).slice(0, ROOM.programme)),
    )
  }

  return (
    <>
      {entries.length > 0 && (
        <ol ref={list} className={classes.list}>
          {entries.map((item, at) => (
            <Item
              key={item.key}
              item={item}
              field={(name) => editor.field(at, name)}
              dayNames={dayNames}
              speakers={speakers}
              onChange={(fields) =>
                change((items) => items.map((one) => (one.key === item.key ? { ...one, ...fields } : one)))
              }
              onNext={() => addAfter(at)}
              onLeft={sort}
              onPaste={(event) => paste(at, event)}
              onRemove={() => editor.remove(at, item.title.trim())}
            />
          ))}
        </ol>
      )}
      <Button
        variant="default"
        className={classes.add}
        data-add="programme"
        leftSection={<IconPlus size={16} />}
        disabled={isFull}
        onClick={() => addAfter(entries.length - 1)}
      >
        {t('events.page.programme.add')}
      </Button>
    </>
  )
}

interface ItemProps {
  item: EditedItem
  field: (name: string) => ReturnType<BlockEditor<'programme'>['field']>
  dayNames: { value: string; label: string }[]
  speakers: readonly EditedSpeaker[]
  onChange: (fields: Partial<EditedItem>) => void
  onNext: () => void
  /** The focus has left the whole item. */
  onLeft: () => void
  onPaste: (event: React.ClipboardEvent) => void
  onRemove: () => void
}

function Item(props: ItemProps) {
  const { item, field, dayNames, speakers, onChange, onNext, onLeft, onPaste, onRemove } = props
  const { t } = useTranslation()
  const id = useId()
  const [isOpened, setOpened] = useState(false)
  if (!isOpened && ['note', 'speakers'].some((hidden) => field(hidden).error)) setOpened(true)
  const name = item.title.trim() || t('events.page.programme.untitled')
  const chosen = speakers.filter(({ key }) => item.speakers.includes(key))
  const summary = [item.note.trim(), ...chosen.map(({ name: who }) => who)].filter(Boolean).join(' · ')

  const timeField = (which: 'start' | 'end') => {
    const { onBlur, error, ...rest } = field(which)
    return (
      <TextInput
        aria-label={t(`events.page.programme.${which}`)}
        aria-describedby={error ? `${id}-${which}` : undefined}
        error={Boolean(error)}
        placeholder="--:--"
        inputMode="numeric"
        autoComplete="off"
        styles={{ input: { paddingInline: 8, textAlign: 'center', fontVariantNumeric: 'tabular-nums' } }}
        value={item[which]}
        onChange={(event) => onChange({ [which]: event.currentTarget.value })}
        onBlur={() => {
          if (withTime(item[which]) !== item[which]) onChange({ [which]: withTime(item[which]) })
          onBlur()
        }}
        {...rest}
      />
    )
  }

  return (
    <li
      className={classes.item}
      data-days={dayNames.length > 1 || undefined}
      onBlur={(event) => {
        // Lists of choices stand outside of the item, but belong to it.
        const to = event.relatedTarget
        if (to && !event.currentTarget.contains(to)) onLeft()
      }}
    >
      {dayNames.length > 1 && (
        <NativeSelect
          className={classes.day}
          aria-label={t('events.page.programme.dayLabel')}
          data={dayNames}
          value={String(item.day)}
          onChange={(event) => onChange({ day: Number(event.currentTarget.value) })}
          {...field('day')}
        />
      )}
      {timeField('start')}
      <span className={classes.to} aria-hidden>
        –
      </span>
      {timeField('end')}
      <TextInput
        className={classes.title}
        aria-label={t('events.page.programme.titleField')}
        placeholder={t('events.page.programme.titleField')}
        value={item.title}
        onChange={(event) => onChange({ title: event.currentTarget.value })}
        onPaste={onPaste}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
          event.preventDefault()
          onNext()
        }}
        {...field('title')}
      />
      <Group gap={4} wrap="nowrap" className={classes.buttons}>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={36}
          aria-label={t('events.page.programme.more', { name })}
          aria-expanded={isOpened}
          onClick={() => setOpened(!isOpened)}
        >
          <IconChevronDown size={18} style={{ rotate: isOpened ? '180deg' : undefined }} />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={36}
          aria-label={t('events.page.remove', { name })}
          onClick={onRemove}
        >
          <IconTrash size={18} />
        </ActionIcon>
      </Group>
      {/* The fields are too narrow for their error messages. */}
      {(['start', 'end'] as const).map((which) => {
        const { error } = field(which)
        return (
          error && (
            <Input.Error key={which} id={`${id}-${which}`} className={classes.fault}>
              {error}
            </Input.Error>
          )
        )
      })}
      {isOpened ? (
        <Stack gap="sm" className={classes.more}>
          <Textarea
            label={t('events.page.programme.note')}
            autosize
            minRows={1}
            value={item.note}
            onChange={(event) => onChange({ note: event.currentTarget.value })}
            {...field('note')}
          />
          {speakers.length > 0 && (
            <MultiSelect
              label={t('events.page.speakers.title')}
              searchable
              hidePickedOptions
              data={speakers.map(({ key, name: who }) => ({
                value: key,
                label: who.trim() || t('events.page.speakers.unnamed'),
              }))}
              value={chosen.map(({ key }) => key)}
              onChange={(ids) => onChange({ speakers: ids })}
              {...field('speakers')}
            />
          )}
        </Stack>
      ) : (
        summary && (
          <Text size="sm" c="dimmed" className={classes.summary}>
            {summary}
          </Text>
        )
      )}
    </li>
  )
}
