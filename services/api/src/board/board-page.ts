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
}

/**
 * The page at an address. The paths of its files are relative to the address, so that they are valid under each
 * context root, and behind a proxy that adds a path.
 */
export function boardPage(
  { prefetchScript: early, script, imports: needs, style, icon, font, views }: Board,
  { view, depth, hasProvider }: PageOptions,
): BoardPage {
  const scripts = [...needs, ...(views[view] ?? [])];
  const files = `${'../'.repeat(depth) || './'}assets`;
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="slipway-provider" content="${hasProvider ? 'yes' : 'no'}">
<title>Slipway</title>
<link rel="icon" href="${files}/${icon}">
<link rel="stylesheet" href="${files}/${style}">
<link rel="preload" as="font" type="font/woff2" crossorigin href="${files}/${font}">
<script type="module" src="${files}/${early}"></script>
<script type="module" src="${files}/${script}"></script>
${scripts.map((name) => `<link rel="modulepreload" href="${files}/${name}">\n`).join('')}</head>
<body>
<div id="board"></div>
<noscript>This page needs JavaScript; the REST API does not.</noscript>
</body>
</html>
`;
  return { html, tag: `"${createHash('sha256').update(html).digest('base64url').slice(0, 16)}"` };
}
