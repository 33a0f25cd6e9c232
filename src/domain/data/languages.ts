export type Direction = 'ltr' | 'rtl'

/** The languages of the switcher, in its order. */
export const languages = [
  { code: 'en', name: 'English', ownName: 'English', dir: 'ltr' },
  { code: 'es', name: 'Spanish', ownName: 'Español', dir: 'ltr' },
  { code: 'fr', name: 'French', ownName: 'Français', dir: 'ltr' },
  { code: 'pt', name: 'Portuguese', ownName: 'Português', dir: 'ltr' },
  { code: 'it', name: 'Italian', ownName: 'Italiano', dir: 'ltr' },
  { code: 'ru', name: 'Russian', ownName: 'Русский', dir: 'ltr' },
  { code: 'zh', name: 'Chinese', ownName: '中文', dir: 'ltr' },
  { code: 'ar', name: 'Arabic', ownName: 'العربية', dir: 'rtl' },
  { code: 'de', name: 'German', ownName: 'Deutsch', dir: 'ltr' },
  { code: 'el', name: 'Greek', ownName: 'Ελληνικά', dir: 'ltr' },
  { code: 'id', name: 'Indonesian', ownName: 'Bahasa Indonesia', dir: 'ltr' },
  { code: 'ja', name: 'Japanese', ownName: '日本語', dir: 'ltr' },
  { code: 'ko', name: 'Korean', ownName: '한국어', dir: 'ltr' },
  { code: 'ms', name: 'Malay', ownName: 'Bahasa Melayu', dir: 'ltr' },
  { code: 'sv', name: 'Swedish', ownName: 'Svenska', dir: 'ltr' },
  { code: 'nb', name: 'Norwegian', ownName: 'Norsk', dir: 'ltr' },
  { code: 'fi', name: 'Finnish', ownName: 'Suomi', dir: 'ltr' },
  { code: 'fa', name: 'Persian', ownName: 'فارسی', dir: 'rtl' },
  { code: 'pl', name: 'Polish', ownName: 'Polski', dir: 'ltr' },
  { code: 'nl', name: 'Dutch', ownName: 'Nederlands', dir: 'ltr' },
  { code: 'tr', name: 'Turkish', ownName: 'Türkçe', dir: 'ltr' },
  { code: 'cs', name: 'Czech', ownName: 'Čeština', dir: 'ltr' },
  { code: 'vi', name: 'Vietnamese', ownName: 'Tiếng Việt', dir: 'ltr' },
  { code: 'hu', name: 'Hungarian', ownName: 'Magyar', dir: 'ltr' },
  { code: 'ro', name: 'Romanian', ownName: 'Română', dir: 'ltr' },
  { code: 'sk', name: 'Slovak', ownName: 'Slovenčina', dir: 'ltr' },
  { code: 'da', name: 'Danish', ownName: 'Dansk', dir: 'ltr' },
  { code: 'hi', name: 'Hindi', ownName: 'हिन्दी', dir: 'ltr' },
  { code: 'bg', name: 'Bulgarian', ownName: 'Български', dir: 'ltr' },
  { code: 'hr', name: 'Croatian', ownName: 'Hrvatski', dir: 'ltr' },
  { code: 'he', name: 'Hebrew', ownName: 'עברית', dir: 'rtl' },
  { code: 'lt', name: 'Lithuanian', ownName: 'Lietuvių', dir: 'ltr' },
  { code: 'th', name: 'Thai', ownName: 'ไทย', dir: 'ltr' },
  { code: 'uk', name: 'Ukrainian', ownName: 'Українська', dir: 'ltr' },
] as const satisfies readonly { code: string; name: string; ownName: string; dir: Direction }[]

export type LanguageCode = (typeof languages)[number]['code']

/** Whether the switcher has this BCP 47 code. */
export function isLanguage(code: unknown): code is LanguageCode {
  return languages.some(language => language.code === code)
}

/** The writing direction of a language; left to right for an unknown one. */
export function directionOf(code: string): Direction {
  return languages.find(language => language.code === code)?.dir ?? 'ltr'
}
