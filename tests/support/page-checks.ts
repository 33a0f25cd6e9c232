import { gzipSync } from 'node:zlib'
import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** The page's `lang` and `dir`. */
export const readPageLanguage = (page: Page): Promise<{ lang: string; dir: string }> =>
  page.evaluate(() => {
    const { lang, dir } = document.documentElement
    return { lang, dir }
  })

/** Texts shown as keys or placeholders, and digits that are not Latin. */
export const findUntranslatedTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found = new Set<string>()
    for (const part of document.querySelectorAll('header, nav, main, aside, footer')) {
      const walker = document.createTreeWalker(part, NodeFilter.SHOW_TEXT)
      while (walker.nextNode()) {
        const { data } = walker.currentNode as Text
        if (/^[a-z][\w-]*(\.[a-z][\w-]*)+$|\{\{/.test(data.trim())) found.add(`unwritten: ${data}`)
        if (/(?![0-9])\p{Nd}/u.test(data)) found.add(`digits: ${data}`)
      }
    }
    return [...found]
  })

/**
 * Layout faults: elements beyond the screen, words beyond their element and, unless `whole` is
 * false, words that break across lines. Empty if there are none.
 */
export const findLayoutFaults = (page: Page, { whole = true } = {}): Promise<string[]> =>
  page.evaluate(async whole => {
    // Resize handlers have run by then.
    await new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve)))
    const { scrollWidth, clientWidth: screen, lang } = document.documentElement

    const isSeen = (part: Element) =>
      getComputedStyle(part).opacity !== '0' && !part.closest('.sr-only, [hidden]')
    const isScrolled = (part: Element): boolean => {
      const parent = part.parentElement
      if (!parent) return false
      return /auto|scroll/.test(getComputedStyle(parent).overflowX) || isScrolled(parent)
    }
    const findOverflowing = () =>
      [...document.querySelectorAll('body *')]
        .filter(part => {
          const { left, right, width } = part.getBoundingClientRect()
          return width > 0 && (left < -1 || right > screen + 1) && isSeen(part) && !isScrolled(part)
        })
        .map(part => `beyond the screen: ${part.outerHTML.slice(0, 120)}`)

    // Screen-reader-only elements are 1 px wide; inline elements have no client width.
    const findClipped = () =>
      [...document.querySelectorAll('h1, h2, label, legend, summary, dt, button, main a')]
        .filter(part => part.clientWidth > 1 && part.scrollWidth > part.clientWidth + 1)
        .filter(part => part.checkVisibility())
        .map(part => `cut off: ${part.textContent}`)

    const countLines = (text: Text, from: number, length: number) => {
      const range = document.createRange()
      // The box of a soft hyphen belongs to the letter after it.
      range.setStart(text, from + Number(text.data[from - 1] === '\u00ad'))
      range.setEnd(text, from + length)
      return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
    }
    // A line may break between two Chinese characters, but not in a word such as コード.
    const canBreak = (word: string) => /[\p{sc=Han}\p{sc=Hiragana}]/u.test(word)
    const findBrokenWords = () => {
      const words = new Intl.Segmenter(lang, { granularity: 'word' })
      const found = new Set<string>()
      // Customer input may be one long word.
      const walker = document.createTreeWalker(
        document.body,
        NodeFilter.SHOW_TEXT,
        ({ parentElement }) =>
          parentElement?.checkVisibility() && !parentElement.closest('.wrap-anywhere, noscript')
            ? NodeFilter.FILTER_ACCEPT
            : NodeFilter.FILTER_SKIP,
      )
      while (walker.nextNode()) {
        const text = walker.currentNode as Text
        if (countLines(text, 0, text.length) < 2) continue
        // A word also ends at a dash.
        for (const { segment, index } of words.segment(text.data))
          for (const { 0: word, index: offset } of segment.matchAll(/[\p{L}\p{M}\p{Nd}]+/gu))
            if (!canBreak(word) && countLines(text, index + offset, word.length) > 1)
              found.add(`broken: ${word}`)
      }
      return [...found]
    }

    const overflow = scrollWidth > screen ? [`the page: ${scrollWidth} px`] : []
    return [
      ...overflow,
      ...findOverflowing(),
      ...findClipped(),
      ...(whole ? findBrokenWords() : []),
    ]
  }, whole)

/** Sets the text size, such as `200%`; empty resets it. */
export const setTextSize = (page: Page, size = ''): Promise<void> =>
  page.evaluate(fontSize => {
    document.documentElement.style.fontSize = fontSize
  }, size)

/** Share of the viewport, 0 to 1, covered by fixed elements while scrolling. */
export const measureCoveredShare = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const { clientHeight: screen, scrollHeight } = document.documentElement
    const scrollTo = (top: number) => window.scrollTo({ top, behavior: 'instant' })
    scrollTo(scrollHeight / 2)
    const [middle, fixedParts] = [
      window.scrollY,
      [...document.querySelectorAll('body *')]
        .filter(part => /sticky|fixed/.test(getComputedStyle(part).position))
        .filter(part => part.checkVisibility())
        .map(part => ({ part, top: part.getBoundingClientRect().top })),
    ]
    scrollTo(middle - 40)
    const fixedRects = fixedParts
      .filter(({ part, top }) => part.getBoundingClientRect().top === top)
      .map(({ part }) => part.getBoundingClientRect())
      .map(({ top, bottom }) => Math.max(0, Math.min(bottom, screen) - Math.max(top, 0)))
    const isScrolled = window.scrollY !== middle
    scrollTo(0)
    return isScrolled ? fixedRects.reduce((sum, height) => sum + height, 0) / screen : 0
  })

/** Links and buttons that another element covers at the end of the page. */
export const findCoveredControls = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    window.scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' })
    const covered = [...document.querySelectorAll('main a, main button, aside a, aside button')]
      .filter(part => part.checkVisibility() && !part.closest('.sr-only'))
      .filter(part => {
        const { left, top, width, height } = part.getBoundingClientRect()
        const [x, y] = [left + width / 2, top + height / 2]
        if (y < 0 || y > window.innerHeight) return false
        const above = document.elementFromPoint(x, y)
        return above !== null && !part.contains(above) && !above.contains(part)
      })
    window.scrollTo({ top: 0, behavior: 'instant' })
    return covered.map(part => `covered: ${part.textContent}`)
  })

/** Submit buttons of a bar that are outside the viewport before scrolling. */
export const findOffscreenButtons = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    window.scrollTo({ top: 0, behavior: 'instant' })
    return [...document.querySelectorAll('button[form]')]
      .filter(part => part.checkVisibility() && !part.closest('main, dialog'))
      .filter(part => part.getBoundingClientRect().bottom > window.innerHeight)
      .map(part => part.outerHTML.slice(0, 120))
  })

/**
 * Elements that are invisible in forced colors: buttons and fields without border or outline, and
 * choices whose checked state looks the same. The provider's own elements are skipped.
 */
export async function findInvisibleInForcedColours(page: Page): Promise<string[]> {
  const boxes = await page.evaluateHandle(() => {
    const isDrawn = (colour: string) => !/^transparent$|[,/] ?0\)$/.test(colour)
    return [
      ...document.querySelectorAll('button, a[href], input, select, textarea, summary'),
    ].filter(part => {
      const { backgroundColor, borderStyle, borderWidth } = getComputedStyle(part)
      const hasBorder = borderStyle !== 'none' && borderWidth !== '0px'
      return (hasBorder || isDrawn(backgroundColor)) && !part.matches('[aria-label=PayPal]')
    })
  })
  await page.emulateMedia({ forcedColors: 'active' })
  const invisible = await boxes.evaluate(boxes => {
    const isShown = (part: Element) =>
      part.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      part.getBoundingClientRect().width > 1
    /** Border and outline widths of an element. */
    const describeBorders = (part: Element) => {
      const style = getComputedStyle(part)
      const lines = [
        [style.borderTopStyle, style.borderTopWidth],
        [style.borderRightStyle, style.borderRightWidth],
        [style.borderBottomStyle, style.borderBottomWidth],
        [style.borderLeftStyle, style.borderLeftWidth],
        [style.outlineStyle, style.outlineWidth],
      ]
      return lines.map(([kind, width]) => (kind === 'none' ? '0px' : width)).join(' ')
    }
    const isChoice = (part: Element) => part.matches('[type=radio], [type=checkbox]')
    const isNative = (part: Element) =>
      isChoice(part) && isShown(part) && getComputedStyle(part).appearance !== 'none'
    const looksChosen = (choice: HTMLInputElement) => {
      const label = choice.closest('label') ?? choice
      const readMarks = () =>
        [choice, label, label.parentElement ?? label].filter(isShown).map(describeBorders).join()
      const checkedMarks = readMarks()
      choice.checked = false
      const uncheckedMarks = readMarks()
      choice.checked = true
      return checkedMarks !== uncheckedMarks
    }
    const toSnippet = (part: Element) => part.outerHTML.slice(0, 240)
    return [
      ...boxes
        .filter(part => isShown(part) && !isNative(part) && !/[1-9]/.test(describeBorders(part)))
        .map(part => `no border: ${part.textContent} ${toSnippet(part)}`),
      ...[...document.querySelectorAll<HTMLInputElement>(':checked:not(option)')]
        .filter(choice => isShown(choice.closest('label') ?? choice))
        .filter(choice => !isNative(choice) && !looksChosen(choice))
        .map(choice => `not seen to be chosen: ${toSnippet(choice)}`),
    ]
  })
  await page.emulateMedia({ forcedColors: null })
  await boxes.dispose()
  return invisible
}

/** Gzipped bytes that the texts in the page data add to the HTML. */
export function measureTexts(html: string): number {
  const [whole, data] = /<script id="__NEXT_DATA__"[^>]*>(.*?)<\/script>/s.exec(html) ?? ['']
  if (data === undefined) return 0
  const page = JSON.parse(data)
  const { pageProps } = page.props
  const sizeWith = (texts: object) => {
    pageProps.texts = texts
    return gzipSync(html.replace(whole, () => JSON.stringify(page))).length
  }
  return sizeWith(pageProps.texts) - sizeWith({})
}

/**
 * All axe violations with rule, element and advice. Contrast takes most of the time; `contrast:
 * false` skips it.
 */
export async function findAxeViolations(page: Page, { contrast = true } = {}): Promise<string[]> {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.evaluate(waitForAnimations)
  // Skipping the passed checks saves most of axe's time. Legacy mode works because every frame is
  // same-origin.
  const { violations } = await new AxeBuilder({ page })
    .options({
      resultTypes: ['violations'],
      rules: { 'color-contrast': { enabled: contrast } },
    })
    .setLegacyMode()
    .analyze()
  await page.emulateMedia({ reducedMotion: null })
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${help}\n  ${target}\n  ${failureSummary}`),
  )
}

/** Waits for running animations, since colors are measured; skips endless ones such as spinners. */
async function waitForAnimations(): Promise<void> {
  const finiteAnimations = document
    .getAnimations()
    .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
  await Promise.allSettled(finiteAnimations.map(({ finished }) => finished))
}
