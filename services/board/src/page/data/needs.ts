import type { Deed } from './deeds.ts';

/** The permissions of the server in the page: `startRelease=release#start;…`, alternatives by commas. */
const told = (): string => document.querySelector('meta[name="slipway-needs"]')?.getAttribute('content') ?? '';

const entryOf = (line: string): readonly [string, readonly string[]] => {
  const [name = '', permissions = ''] = line.split('=');
  return [name, permissions.split(',')];
};

let known: ReadonlyMap<string, readonly string[]> | null = null;

/** The permissions of which one is enough for an action, the one in refusals first; empty: unknown. */
export function neededFor(deed: Deed): readonly string[] {
  known ??= new Map(told().split(';').map(entryOf));
  return known.get(deed) ?? [];
}
