import { createHash } from 'node:crypto';
import type { Board } from '@slipway/board';

/** The page for an address. */
export interface BoardPage {
  readonly html: string;
  readonly tag: string;
}

interface PageOptions {
  /** by the name of its address; its scripts are fetched beside those that the page begins with */
  readonly view: string;
  /** how many folders below the root the address is */
  readonly depth: number;
  /** Whether logins by an identity provider are enabled. */
  readonly hasProvider: boolean;
}

/**
 * The page at an address: its files are named relative to it, so that they are found under
 * every context root, and behind a proxy that adds a path of its own.
 */
export function boardPage(
  { prefetchScript: early, script, imports: needs, style, icon, views }: Board,
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
