import { t } from '../../navigation/text.ts';

/** The names of browsers, by their token in the header `User-Agent`. Chrome and Safari are last: others contain their tokens. */
const browsers = [
  ['Edg', 'Edge'],
  ['OPR', 'Opera'],
  ['Firefox', 'Firefox'],
  ['Chrome', 'Chrome'],
  ['Safari', 'Safari'],
] as const;

/** The names of operating systems. Android is before Linux, and iOS before macOS, which they contain. */
const systems = [
  ['Windows', 'Windows'],
  ['Android', 'Android'],
  ['iPhone', 'iOS'],
  ['iPad', 'iPadOS'],
  ['Mac OS X', 'macOS'],
  ['Linux', 'Linux'],
] as const;

const nameIn = (agent: string, names: readonly (readonly [string, string])[]): string | undefined =>
  names.find(([token]) => agent.includes(token))?.[1];

/** Returns a short name of a browser and its operating system, or the header as it is if they are unknown. */
export function browserName(agent: string): string {
  const [browser, system] = [nameIn(agent, browsers), nameIn(agent, systems)];
  if (browser === undefined) return agent;
  return system === undefined ? browser : t`${browser} on ${system}`;
}
