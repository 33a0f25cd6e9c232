/** States and provinces with a tax rate of their own, by name; people and browsers write either form. */
const codes: Record<string, Record<string, string>> = {
  us: {
    california: 'CA',
    florida: 'FL',
    illinois: 'IL',
    'new jersey': 'NJ',
    'new york': 'NY',
    pennsylvania: 'PA',
    texas: 'TX',
    washington: 'WA',
  },
  ca: {
    alberta: 'AB',
    'british columbia': 'BC',
    manitoba: 'MB',
    'new brunswick': 'NB',
    'newfoundland and labrador': 'NL',
    'nova scotia': 'NS',
    'northwest territories': 'NT',
    nunavut: 'NU',
    ontario: 'ON',
    'prince edward island': 'PE',
    quebec: 'QC',
    saskatchewan: 'SK',
    yukon: 'YT',
  },
}

/** The postal abbreviation of a state as typed: `Texas`, `texas ` and `tx` are all `TX`. Country codes are lower-case. */
export function stateCodeOf(country: string, typed: string): string {
  const name = typed
    .normalize('NFD')
    .replace(/[\u0300-\u036f.]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
  return codes[country]?.[name.toLowerCase()] ?? name.toUpperCase()
}
