import { describe, expect, it } from 'vitest'
import { listStyleRules } from '@/commands/index-styles'
import { writeUsedStyles } from '@/server/http/used-styles'

/** The rules of a style sheet that a page with the HTML keeps. */
const keep = (css: string, html: string) => writeUsedStyles(listStyleRules(css), html)

describe('a first view keeps the rules', () => {
  it.each<[string, string, string]>([
    ['of its elements', 'main{margin:0}', '<main id="main">'],
    ['of its classes', '.px-2\\.5{padding:10px}', '<p class="flex px-2.5">'],
    [
      'of classes with characters that HTML escapes',
      '.\\[\\&_b\\]\\:mt-1 b{margin:4px}',
      '<p class="[&amp;_b]:mt-1"><b>',
    ],
    ['of every element', '*,:after{border:0}', '<p>'],
    ['that exclude others', 'p:not(.none,aside){margin:0}', '<p>'],
    ['for one of several elements', ':is(aside,main) p{margin:0}', '<aside><p>'],
    ['of a state that the HTML has', 'input:checked{color:red}', '<input checked="">'],
    [
      'of the focus',
      'a:focus-visible{outline:1px}.focus\\:p-1:focus{top:0}',
      '<a class="focus:p-1">',
    ],
    [
      'nested in others',
      '@layer base{@media (min-width:64rem){p{margin:0}b{margin:0}}p{top:0}}',
      '<p><b>',
    ],
    ['of its language', ':lang(ja) p{margin:0}', '<html lang="ja"><p>'],
    ['of its direction', '[dir=rtl] p{margin:0}', '<html dir="rtl"><p>'],
    ['of the parts of its inputs', '::file-selector-button{border:0}', '<input type="file">'],
    ['without selectors', '@layer components;@font-face{font-family:serif}', '<p>'],
  ])('%s', (_, css, html) => expect(keep(css, html)).toBe(css))
})

describe('a first view leaves out the rules', () => {
  it.each<[string, string, string]>([
    ['of other elements', 'table{margin:0}', '<p>'],
    ['of other classes', '.flex{display:flex}', '<p class="flex-col">'],
    ['of a class in another element', '.group b{margin:0}', '<p class="group">'],
    ['of the only selector in :is()', ':is(.group>b){margin:0}', '<b>'],
    ['of elements that have others', 'p:has(>b){margin:0}', '<p>'],
    [
      'of the parts of other inputs',
      '::-webkit-datetime-edit{padding:0}::-webkit-search-decoration{margin:0}::-webkit-inner-spin-button{height:auto}',
      '<input type="text">',
    ],
    [
      'of other languages and directions',
      ':lang(ja){margin:0}[dir=rtl]{margin:0}',
      '<html dir="ltr">',
    ],
    ['of hovering and presses', 'a:hover{top:0}a:active{top:0}', '<a>'],
    [
      'of busy buttons and refused answers',
      'a[aria-busy=true]{top:0}a[aria-invalid=true]{top:0}[data-invalid] a{top:0}',
      '<a>',
    ],
    ['in empty blocks', '@layer base{@media (width>1px){table{margin:0}}}', '<p>'],
    ['for print', '@media print{p{margin:0}}', '<p>'],
    [
      'of transitions and animations',
      'p{animation:spin 1s;transition-duration:1s;--tw-duration:1s}@keyframes spin{to{rotate:1turn}}',
      '<p>',
    ],
  ])('%s', (_, css, html) => expect(keep(css, html)).toBe(''))
})

it('the other declarations of a rule with a transition stay', () => {
  expect(keep('p{margin:0;transition:opacity 1s;top:0}', '<p>')).toBe('p{margin:0;top:0}')
})

it('only the used selectors of a rule stay', () => {
  expect(keep('p,table,.flex{margin:0}', '<p class="flex">')).toBe('p,.flex{margin:0}')
})

describe('the definition of a custom property', () => {
  const definitions =
    ':root{--one:1px;--two:var(--one);--three:3px}@property --four{inherits:false}'

  it('stays if a rule uses it, or the definition of a used one', () => {
    expect(keep(`${definitions}p{margin:var(--two)}`, '<p>')).toBe(
      ':root{--one:1px;--two:var(--one);}p{margin:var(--two)}',
    )
  })

  it('stays if its value is registered', () => {
    const rule = 'p{margin:var(--four,0)}'
    expect(keep(`${definitions}${rule}`, '<p>')).toBe(`@property --four{inherits:false}${rule}`)
  })

  const registered = '@property --five{syntax:"*";initial-value:5px}'

  it('stays if a rule of the page sets it', () => {
    const rules = 'p{--five:0}b{margin:var(--five)}'
    expect(keep(`${rules}${registered}`, '<p><b>')).toBe(`${rules}${registered}`)
  })

  it('is in the rules if it only has its initial value', () => {
    const rules = 'p{--five:0}b{margin:var(--five)}'
    expect(keep(`${rules}${registered}`, '<b>')).toBe('b{margin:5px}')
  })
})
