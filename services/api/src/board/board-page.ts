import { createHash } from 'node:crypto';
import type { Board } from '@slipway/board';

/** The page for an address. */
export interface BoardPage {
  readonly html: string;
  readonly tag: string;
}

interface PageOptions {
  /** the name of the view; its scripts load together with those of the first view */
  readonly view: string;
  /** the number of folders between the root and the address */
  readonly depth: number;
  /** Whether logins by an identity provider are enabled. */
  readonly hasProvider: boolean;
  /** Whether passwords can be reset by mail. */
  readonly resetsPasswords: boolean;
  /** The days after its end after which a release is archived. */
  readonly archiveAfterDays: number;
  /** the tag of the language of the scripts */
  readonly language: string;
}

/** The languages that are written from right to left. */
const rightToLeft = /^(?:ar|dv|fa|he|ps|ug|ur|yi)\b/;

/**
 * The page at an address. The paths of its files are relative to the address, so that they are valid under each
 * context root, and behind a proxy that adds a path.
 */
export function boardPage(board: Board, options: PageOptions): BoardPage {
  const { view, depth, hasProvider, resetsPasswords, archiveAfterDays, language } = options;
  const { style, viewStyle, icon, font } = board;
  const { prefetchScript: early, script, imports: needs, views, catalogs } = board.translations[language] ?? board;
  // No response is rendered before the first part of the message catalog is loaded.
  const catalog = catalogs[language] ?? catalogs.en;
  const scripts = [...needs, ...(views[view] ?? []), ...(catalog === undefined ? [] : [catalog.first])];
  // Home is shown without the style sheet of other views, so its script loads it later.
  const files = `${'../'.repeat(depth) || './'}assets`;
  // The font is the last file: the scripts delay the first paint, and a text can be painted with another font.
  const html = `<!doctype html>
<html lang="${language}"${rightToLeft.test(language) ? ' dir="rtl"' : ''}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="slipway-provider" content="${hasProvider ? 'yes' : 'no'}">
${resetsPasswords ? '<meta name="slipway-resets" content="yes">\n' : ''}<meta name="slipway-archive-days" content="${archiveAfterDays}">
<title>Slipway</title>
<link rel="icon" href="${files}/${icon}">
<script type="module" async src="${files}/${early}"></script>
<link rel="stylesheet" href="${files}/${style}">
<link rel="stylesheet" id="view-style" ${view === 'home' ? 'data-later' : 'href'}="${files}/${viewStyle}">
<script type="module" src="${files}/${script}"></script>
${scripts.map((name) => `<link rel="modulepreload" href="${files}/${name}">\n`).join('')}<link rel="preload" as="font" type="font/woff2" crossorigin fetchpriority="low" href="${files}/${font}">
</head>
<body>
<div id="board"></div>
<noscript lang="en">This page needs JavaScript; the REST API does not.</noscript>
</body>
</html>
`;
  return { html, tag: `"${createHash('sha256').update(html).digest('base64url').slice(0, 16)}"` };
}
