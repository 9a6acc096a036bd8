import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Activity, Children, type ReactElement, type ReactNode, useEffect, useRef, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test, vi } from 'vitest'

// The behaviours of React that `react/` adds to Preact.

function Switched({ children }: { children: ReactNode }) {
  const [isOn, setOn] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOn(!isOn)}>
        Turn
      </button>
      {isOn && children}
    </>
  )
}

const turn = () => userEvent.click(screen.getByRole('button', { name: 'Turn' }))

function Focused() {
  const [text, setText] = useState('')
  const field = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        aria-label="Name"
        // biome-ignore lint/a11y/noAutofocus: under test.
        autoFocus
        ref={(element) => {
          field.current = element
        }}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <output>{field.current === null ? 'not known' : 'known'}</output>
    </>
  )
}

test('an element with autoFocus is focused each time it appears, and no second time by a render', async () => {
  render(
    <Switched>
      <Focused />
    </Switched>,
  )
  await turn()
  const field = screen.getByLabelText('Name')
  expect(field).toHaveFocus()
  screen.getByRole('button').focus()
  fireEvent.input(field, { target: { value: 'Lan' } })
  expect(screen.getByRole('button')).toHaveFocus()
  expect(screen.getByText('known')).toBeVisible()
  await turn()
  await turn()
  expect(screen.getByLabelText('Name')).toHaveFocus()
})

function Step({ step, tell }: { step: number; tell: (effect: string) => void }) {
  useEffect(() => tell(`step ${step}`), [step, tell])
  return null
}

function Steps({ tell }: { tell: (effect: string) => void }) {
  const [step, setStep] = useState(0)
  const [asked, ask] = useState(0)
  useEffect(() => tell(`steps ${step} ${asked}`), [step, asked, tell])
  const go = () => {
    ask(asked + 1)
    void Promise.resolve().then(() => setStep(step + 1))
  }
  return (
    <button type="button" onClick={go}>
      <Step step={step} tell={tell} />
    </button>
  )
}

test('effects wait for no frame, and those of a child come first', async () => {
  vi.useFakeTimers()
  const effects: string[] = []
  const tell = (effect: string) => void effects.push(effect)
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  root.render(<Steps tell={tell} />)
  await vi.advanceTimersByTimeAsync(0)
  place.querySelector('button')?.click()
  await vi.advanceTimersByTimeAsync(0)
  expect(effects).toEqual(['step 0', 'steps 0 0', 'steps 0 1', 'step 1', 'steps 1 1'])
  root.unmount()
  place.remove()
})

test('a controlled field shows its own value again when the handler does not take the typed one', async () => {
  const asked = vi.fn()
  render(
    <>
      <input aria-label="Code" value="1" onChange={(event) => asked(event.target.value)} />
      <textarea aria-label="Text" value="As it was" onChange={() => undefined} />
      <select aria-label="Size" value="S" onChange={(event) => asked(event.target.value)}>
        <option>S</option>
        <option>L</option>
      </select>
      <input
        type="checkbox"
        aria-label="VIP"
        checked={false}
        onChange={(event) => asked(event.target.checked)}
      />
      {['Tea', 'Beer'].map((drink) => (
        <label key={drink}>
          <input type="radio" name="drink" checked={drink === 'Tea'} onChange={() => asked(drink)} />
          {drink}
        </label>
      ))}
    </>,
  )
  await userEvent.type(screen.getByLabelText('Code'), '2')
  expect(screen.getByLabelText('Code')).toHaveValue('1')
  await userEvent.type(screen.getByLabelText('Text'), '!')
  expect(screen.getByLabelText('Text')).toHaveValue('As it was')
  await userEvent.selectOptions(screen.getByLabelText('Size'), 'L')
  expect(screen.getByLabelText('Size')).toHaveValue('S')
  await userEvent.click(screen.getByLabelText('VIP'))
  expect(screen.getByLabelText('VIP')).not.toBeChecked()
  await userEvent.click(screen.getByLabelText('Beer'))
  expect(screen.getByLabelText('Tea')).toBeChecked()
  expect(asked.mock.calls).toEqual([['12'], ['L'], [true], ['Beer']])
})

function Choice() {
  const [isOn, setOn] = useState(false)
  const [, setLeft] = useState(0)
  return (
    <label onMouseLeave={() => setLeft((times) => times + 1)}>
      On
      <input type="checkbox" checked={isOn} onChange={() => setOn(!isOn)} />
    </label>
  )
}

test('a controlled field is not put back before a render that another event has asked for', async () => {
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  root.render(<Choice />)
  const box = await screen.findByRole<HTMLInputElement>('checkbox', { name: 'On' })
  // It does not come to the window, where renders begin.
  box.closest('label')?.dispatchEvent(new MouseEvent('mouseleave'))
  box.click()
  for (let microtask = 0; microtask < 9; microtask += 1) {
    await null
    expect(box).toBeChecked()
  }
  root.unmount()
})

test('a field without a value of its own keeps what is typed', async () => {
  render(<input aria-label="Note" defaultValue="a" />)
  await userEvent.type(screen.getByLabelText('Note'), 'b')
  expect(screen.getByLabelText('Note')).toHaveValue('ab')
})

test('content is made when it is visible first, and then stays', () => {
  const content = (mode: 'hidden' | 'visible') => <Activity mode={mode}>Later</Activity>
  const { rerender } = render(content('hidden'))
  expect(screen.queryByText('Later')).toBeNull()
  rerender(content('visible'))
  expect(screen.getByText('Later')).toBeVisible()
  rerender(content('hidden'))
  expect(screen.getByText('Later')).not.toBeVisible()
})

test('the children of a list keep their keys when one before them goes', () => {
  const keysOf = (children: ReactNode) =>
    Children.toArray(children).map((child) => (child as ReactElement).key)
  const [first, second, named] = [<b key={undefined}>1</b>, <i key={undefined}>2</i>, <u key="u">3</u>]
  expect(keysOf([first, null, second, [named]])).toEqual(['.0', '.2', '.3.$u'])
  expect(keysOf([false, null, second])).toEqual(['.2'])
  expect(Children.toArray(['a', undefined, 1])).toEqual(['a', 1])
})

test('a field that is not to be checked for spelling says so', () => {
  render(<input aria-label="Code" spellCheck={false} />)
  expect(screen.getByLabelText('Code')).toHaveAttribute('spellcheck', 'false')
})

test('a value that a script has set and told of as changed is taken as typed', () => {
  const typed = vi.fn()
  render(<input aria-label="Seats" value="1" onChange={(event) => typed(event.target.value)} />)
  fireEvent.change(screen.getByLabelText('Seats'), { target: { value: '1000' } })
  expect(typed).toHaveBeenCalledExactlyOnceWith('1000')
})

test('an element that gets autoFocus later is not focused', () => {
  // biome-ignore lint/a11y/noAutofocus: under test.
  const field = (isFirst: boolean) => <input aria-label="Name" autoFocus={isFirst} />
  const { rerender } = render(field(false))
  rerender(field(true))
  expect(screen.getByLabelText('Name')).not.toHaveFocus()
})
