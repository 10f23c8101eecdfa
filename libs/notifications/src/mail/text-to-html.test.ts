import { expect, test } from 'vitest';
import { textToHtml } from './text-to-html.ts';

test.each([
  ['', ''],
  ['one', '<p>one</p>'],
  ['one\r\ntwo\n\n\nthree\n', '<p>one<br>\ntwo</p>\n<p>three<br>\n</p>'],
  ['<b onclick="x">&\'', '<p>&lt;b onclick=&quot;x&quot;&gt;&amp;&#39;</p>'],
  [
    'see https://a.example/b?c=1&d=2, or (http://c.example).',
    '<p>see <a href="https://a.example/b?c=1&amp;d=2">https://a.example/b?c=1&amp;d=2</a>, or (<a href="http://c.example">http://c.example</a>).</p>',
  ],
  ['javascript:alert(1) https://"onmouseover="x', '<p>javascript:alert(1) https://&quot;onmouseover=&quot;x</p>'],
])('%j becomes %j', (text, html) => {
  expect(textToHtml(text)).toBe(html);
});
