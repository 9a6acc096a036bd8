import { Alert, Radio, Stack, Text } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, CODE } from '~/lib/apiError'
import { focusOnMount } from '~/lib/focusOnMount'
import { t } from '~/lib/language'
import { type Form, showFormError } from './formErrors'

interface Edited<Values extends object> {
  getValues: () => Values
  setFieldValue: (path: never, value: never) => void
  /** Makes these the values that a reset gives back. */
  resetDirty: (values: Values) => void
}

/** A Mantine form, or a form that shows other refusals in its own way. */
type EditedForm<Values extends object> = Edited<Values> &
  (Pick<Form, 'setErrors' | 'getInputNode'> | { showError: (error: Error) => void })

/** The fields that identify the version that was read. */
type Versioned = { version: number } | { updatedAt: string } | { details: { version: number } | null }

interface Version {
  version?: number
  updatedAt?: string
  details?: { version: number } | null
}

const versionOf = ({ version, updatedAt, details }: Version) => version ?? details?.version ?? updatedAt

export interface ComparedField {
  /** Where its value stands in the form, such as `eventItem.price`. */
  path: string
  label: string
  /** Its value in words; absent for texts and switches. */
  say?(value: unknown): string
}

interface ConflictOptions<Stored, Values extends object> {
  form: EditedForm<Values>
  /** The values that filled the form; absent for a new thing. */
  stored: Stored | undefined
  valuesOf: (stored: Stored) => Values
  fields: ComparedField[]
}

interface Difference {
  path: string
  label: string
  theirs: { value: unknown; said: string }
  mine: { value: unknown; said: string }
  takesTheirs: boolean
}

/**
 * A form of a thing that another person may change at the same time. A save names the `version` of `read`, or its
 * `updatedAt` where it has none. When the server refuses it with the stored version, `notice` shows both values of each
 * field that the other person changed. Typed values stay; the other fields take the stored values. The next save names
 * the version that was compared.
 */
export function useConflict<Stored extends Versioned, Values extends object>({
  form,
  stored,
  valuesOf,
  fields,
}: ConflictOptions<Stored, Values>) {
  const [read, setRead] = useState(stored)
  const [differences, setDifferences] = useState<Difference[]>()
  const fill = (path: string, value: unknown) => form.setFieldValue(path as never, value as never)

  const showOther = 'showError' in form ? form.showError : showFormError(form)

  /** Use as `onError: shows(conflict.refuse)`. */
  const refuse = (error: Error) => {
    const now = storedIn<Stored>(error)
    if (!read || !now) return showOther(error)
    setDifferences(take(read, now))
  }

  /** Continues with the stored version. Returns each field that the other person changed. */
  const take = (before: Stored, now: Stored) => {
    const found = merge(valuesOf(before), valuesOf(now))
    setRead(now)
    form.resetDirty(valuesOf(now))
    return found
  }

  /** For an answer to another call about the same thing, which may tell of changes of the other person, too. */
  const follow = (now: Stored) => {
    const found = read ? take(read, now) : []
    if (found.length > 0) setDifferences(found)
  }

  /** For text that is put back into the form: `before` was stored where it was typed, and is no more. */
  const compare = (before: object) => {
    if (!read) return
    const now = valuesOf(read)
    const found = merge({ ...now, ...before }, now)
    if (found.length > 0) setDifferences(found)
  }

  /** Fills in the fields that only the other person changed. Returns each field that the other person changed. */
  const merge = (before: object, after: Values) => {
    const typed = form.getValues()
    return fields.flatMap(({ path, label, say = sayPlainly }) => {
      const [was, theirs, mine] = [valueAt(before, path), valueAt(after, path), valueAt(typed, path)]
      if (isSame(theirs, was) || isSame(theirs, mine)) return []
      const takesTheirs = isSame(mine, was)
      if (takesTheirs) fill(path, theirs)
      const inWords = (value: unknown) => (value === null || value === '' ? '' : say(value))
      const [theirWords, myWords] = shortened(inWords(theirs), inWords(mine))
      return [
        {
          path,
          label,
          theirs: { value: theirs, said: theirWords || t('common.conflict.empty') },
          mine: { value: mine, said: myWords || t('common.conflict.empty') },
          takesTheirs,
        },
      ]
    })
  }

  const choose = (path: string, takesTheirs: boolean) => {
    const chosen = differences?.find((difference) => difference.path === path)
    if (chosen) fill(path, (takesTheirs ? chosen.theirs : chosen.mine).value)
    setDifferences((all) =>
      all?.map((difference) => (difference.path === path ? { ...difference, takesTheirs } : difference)),
    )
  }

  /** For a form that stays open when it is saved: the stored version now. */
  const saved = (now: Stored) => {
    setRead(now)
    setDifferences(undefined)
  }

  const version = read && versionOf(read)
  return {
    version: typeof version === 'number' ? version : undefined,
    /** The version to compare with; a save sends the fields that differ from it. */
    read,
    refuse,
    compare,
    follow,
    dismiss: () => setDifferences(undefined),
    saved,
    /** Belongs first into a dialog, whose buttons stay in sight; above the buttons of other forms. */
    notice: differences && <ConflictNotice key={version} differences={differences} onChoose={choose} />,
  }
}

interface ConflictNoticeProps {
  differences: Difference[]
  onChoose: (path: string, takesTheirs: boolean) => void
}

function ConflictNotice({ differences, onChoose }: ConflictNoticeProps) {
  const { t } = useTranslation()
  return (
    <Alert
      color="marigold"
      icon={<IconUsers size={18} />}
      title={t('common.conflict.title')}
      role="alert"
      tabIndex={-1}
      ref={focusOnMount}
    >
      <Stack gap="sm">
        <Text size="sm">{t(differences.length > 0 ? 'common.conflict.choose' : 'common.conflict.none')}</Text>
        {differences.map(({ path, label, theirs, mine, takesTheirs }) => (
          <Radio.Group
            key={path}
            label={label}
            value={takesTheirs ? 'theirs' : 'mine'}
            onChange={(choice) => onChoose(path, choice === 'theirs')}
          >
            <Stack gap="xs" mt={4} style={{ overflowWrap: 'anywhere' }}>
              <Radio value="theirs" label={t('common.conflict.theirs', { value: theirs.said })} />
              <Radio value="mine" label={t('common.conflict.mine', { value: mine.said })} />
            </Stack>
          </Radio.Group>
        ))}
      </Stack>
    </Alert>
  )
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

const sayPlainly = (value: unknown) =>
  typeof value === 'boolean' ? t(value ? 'common.conflict.on' : 'common.conflict.off') : String(value)

/** Characters of a value that are shown, and those before the first difference of two longer ones. */
const [SHOWN, CONTEXT] = [300, 40]

/** Two values in words; of long ones the part where they begin to differ. */
export function shortened(one: string, other: string): [string, string] {
  const [first, second] = [[...one], [...other]]
  if (Math.max(first.length, second.length) <= SHOWN) return [one, other]
  const same = first.findIndex((letter, at) => letter !== second[at])
  const start = Math.max(0, (same === -1 ? first.length : same) - CONTEXT)
  const part = (letters: string[]) =>
    [
      start > 0 && letters.length > 0 ? '…' : '',
      ...letters.slice(start, start + SHOWN),
      letters.length > start + SHOWN ? '…' : '',
    ].join('')
  return [part(first), part(second)]
}

/** The thing as it is stored by now, when the server refuses a change of an earlier version. */
function storedIn<Stored extends Versioned>(error: unknown): Stored | undefined {
  if (!(error instanceof ApiError) || error.code !== CODE.conflict) return undefined
  const { data } = error.body as { data?: Version | null }
  return data && versionOf(data) !== undefined ? (data as Stored) : undefined
}

const valueAt = (values: unknown, path: string) =>
  path.split('.').reduce((value, key) => (value as Record<string, unknown> | null)?.[key], values)
