/** The countries of the popular-country card, each with the last part of its page's path. */
export const popularCountries = [
  { code: 'us', slug: 'united-states' },
  { code: 'gb', slug: 'united-kingdom' },
  { code: 'ca', slug: 'canada' },
  { code: 'fr', slug: 'france' },
  { code: 'in', slug: 'india' },
  { code: 'id', slug: 'indonesia' },
  { code: 'au', slug: 'australia' },
  { code: 'it', slug: 'italy' },
  { code: 'de', slug: 'germany' },
  { code: 'ph', slug: 'philippines' },
] as const

export type PopularCountry = (typeof popularCountries)[number]['code']
