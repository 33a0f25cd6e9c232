import { parseFragment, serialize } from 'parse5'
import { describe, expect, it } from 'vitest'
import { cleanHtml } from '@/server/catalog/sanitize-html'

const buildLink = (href: string) =>
  `<a href="${href}" rel="noopener noreferrer" target="_blank">x</a>`

describe('HTML from the CMS', () => {
  it.each([
    '<p>Carry <b>both</b> <strong>documents</strong>, <i>always</i> and <em>everywhere</em>.</p>',
    '<ul><li>one<br />two</li></ul><ol><li>three</li></ol>',
    'No tags &amp; no trouble: 1 &lt; 2',
    'سارٍ لمدة <b>سنة</b> · 日本',
  ])('stays unchanged: %s', html => expect(cleanHtml(html)).toBe(html))

  it.each([
    ['<p class="x" id="y" style="color:red" data-z="1">a</p>', '<p>a</p>'],
    ['<h2>Title</h2><div>a</div><table><tr><td>b</td></tr></table>', 'Titleab'],
    ['<p>never closed', '<p>never closed</p>'],
    ['</ul></b>a', 'a'],
    [
      `<a href="https://a.example/b?c=1&amp;d=2" onclick="e()">x</a>`,
      buildLink('https://a.example/b?c=1&amp;d=2'),
    ],
    ['<a href=" HTTPS://A.example ">x</a>', buildLink('https://a.example/')],
    ['<a href="http://a.example">x</a>', 'x'],
    ['<a href="/local/">x</a>', 'x'],
    ['<a href="//a.example">x</a>', 'x'],
    ['<a href="https:a.example">x</a>', 'x'],
    ['<a href="https://user:pass@a.example">x</a>', 'x'],
    ['<a href="mailto:a@a.example">x</a>', 'x'],
    ['<a>x</a>', 'x'],
  ])('%s becomes %s', (html, clean) => expect(cleanHtml(html)).toBe(clean))

  it.each([
    ['<b>a<p>b</b>c</p>', '<b>a<p>b</p></b>c'],
    ['<p>a<ul><li>b</ul></p>c', '<p>a</p><ul><li>b</li></ul>c'],
    ['<p>a<span><p>b</p></span></p>', '<p>a</p><p>b</p>'],
    ['<p>a<object><p>b</p></object></p>', '<p>a</p><p>b</p>'],
    ['<ul><li><b>a<li>b</ul>c', '<ul><li><b>a</b></li><li><b>b</b></li></ul>c'],
    [
      '<a href="https://a.example">x<a href="https://b.example">x</a></a>',
      `${buildLink('https://a.example/')}${buildLink('https://b.example/')}`,
    ],
    ['a</p>b</br>', 'ab<br />'],
  ])('is well-formed: %s becomes %s', (html, clean) => {
    expect(cleanHtml(html)).toBe(clean)
    expect(serialize(parseFragment(clean))).toBe(clean.replaceAll('<br />', '<br>'))
  })

  it.each(['', ' ', '<p></p>', '<p>&nbsp;<br></p>', '<div>\n</div>', '<script>a</script>'])(
    'without visible text becomes empty: %j',
    html => expect(cleanHtml(html)).toBe(''),
  )

  it('does not change when it is cleaned again', () => {
    const cleaned = cleanHtml('<p>a &lt;b&gt; <a href="https://a.example/?q=<b>">x</a></p>')
    expect(cleanHtml(cleaned)).toBe(cleaned)
  })
})
