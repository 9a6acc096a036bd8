import { TextInput, type TextInputProps } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'

/** Milliseconds after the last key until the search starts. */
const PAUSE = 250

interface SearchFieldProps extends Omit<TextInputProps, 'value' | 'onChange' | 'defaultValue' | 'onSearch'> {
  label: string
  /** The present search. May change from outside: back and forward, or "clear filters". */
  value: string
  /** Called with the trimmed text after a pause in typing. */
  onSearch: (text: string) => void
}

/** Searches while typing. A value that comes back from the own search does not replace newer input. */
export function SearchField({ label, value, onSearch, ...props }: SearchFieldProps) {
  const [text, setText] = useState(value)
  const asked = useRef(value)
  const search = useDebouncedCallback((typed: string, path: string) => {
    // The user has navigated away meanwhile, although this field is still mounted.
    if (location.pathname !== path) return
    asked.current = typed
    onSearch(typed)
  }, PAUSE)
  useEffect(() => {
    if (value === asked.current) return
    asked.current = value
    setText(value)
  }, [value])
  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={label}
      leftSection={<IconSearch size={18} />}
      {...props}
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value)
        search(event.currentTarget.value.trim(), location.pathname)
      }}
    />
  )
}
