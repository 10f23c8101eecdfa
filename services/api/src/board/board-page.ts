import { createHash } from 'node:crypto';
import { type Action, actions, type Board, resourceKinds } from '@slipway/board';
import { neededForCommand } from '@slipway/domain/commands';
import { neededForDates, neededToChange, neededToCreate, neededToRead } from '@slipway/domain/people';

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
<meta name="slipway-needs" content="${boardNeeds}">
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

const needsLine = (action: Action, { anyOf }: { readonly anyOf: readonly string[] }): string =>
  `${action}=${anyOf.join(',')}`;

/**
 * The permissions of actions, for the board, which names the missing one: any one of an action is enough. Names and
 * permissions contain no character with a meaning in HTML.
 */
const boardNeeds: string = [
  ...actions.map((action) => needsLine(action, neededForCommand(action))),
  ...resourceKinds.map((resource) => needsLine(resource, { anyOf: [neededToChange[resource]] })),
  needsLine('changeDates', neededForDates),
  needsLine('editTemplate', { anyOf: [neededToChange.template] }),
  needsLine('changeBlackouts', { anyOf: [neededToChange.blackout] }),
  needsLine('createRelease', { anyOf: neededToCreate.onTemplate }),
  needsLine('readFolder', { anyOf: [neededToRead.folder] }),
  needsLine('readAudit', { anyOf: [neededToRead.audit] }),
  needsLine('readConsistency', { anyOf: [neededToRead.consistency] }),
  needsLine('lockTaskOfTemplate', { anyOf: neededForCommand('lockTask').onTemplate }),
].join(';');
