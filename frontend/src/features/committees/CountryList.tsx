import { useQuery } from '@tanstack/react-query'
import { countriesQuery } from './queries'

/** The choices of an input with `list={id}`, so that one country is not spelled in many ways. */
export function CountryList({ id }: { id: string }) {
  const countries = useQuery(countriesQuery)
  return (
    <datalist id={id}>
      {countries.data?.map((country) => (
        <option key={country} value={country} />
      ))}
    </datalist>
  )
}
