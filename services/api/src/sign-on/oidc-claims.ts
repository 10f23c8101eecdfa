import type { OidcSettings } from '@slipway/runtime';
import type { OutsideUser } from './directory.ts';
import { SignOnRefused } from './oidc-refusal.ts';

export type Claims = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Claims =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * What stands at a path of names, such as `resource_access.slipway.roles`. Names may have dots themselves, as
 * `https://acme.example/groups` has: the longest name that is there counts.
 */
export function claimAt(claims: unknown, path: string): unknown {
  if (!isObject(claims)) return undefined;
  if (Object.hasOwn(claims, path)) return claims[path];
  const heads = Array.from(path.matchAll(/\./g), ({ index }) => index).toReversed();
  const found = heads.find((index) => Object.hasOwn(claims, path.slice(0, index)));
  return found === undefined ? undefined : claimAt(claims[path.slice(0, found)], path.slice(found + 1));
}

const textAt = (claims: Claims, path: string): string | null => {
  const value = claimAt(claims, path);
  return typeof value === 'string' && value !== '' ? value : null;
};

const textsIn = (value: unknown): readonly string[] =>
  [value].flat().filter((each): each is string => typeof each === 'string' && each !== '');

/** Some providers name where to ask for groups, instead of a long list of them (OpenID Connect Core, section 5.6.2). */
const isElsewhere = (claims: Claims, path: string): boolean => {
  const names = claimAt(claims, '_claim_names');
  return isObject(names) && Object.hasOwn(names, path);
};

/** Whether all that is wanted of somebody stands there. */
export const isWhole = (claims: Claims, wanted: OidcSettings['claims']): boolean =>
  Object.values(wanted).every((path) => claimAt(claims, path) !== undefined);

/** Whom claims describe. A login without the claim of groups has none. Throws SignOnRefused. */
export function userOf(claims: Claims, wanted: OidcSettings['claims']): OutsideUser {
  const username = textAt(claims, wanted.username);
  if (username === null)
    throw new SignOnRefused(`the provider tells no claim ${wanted.username}, which has the user name`);
  if (wanted.username === 'email' && claims.email_verified === false) {
    throw new SignOnRefused('the provider has not verified the mail address, which is the user name');
  }
  if (claimAt(claims, wanted.groups) === undefined && isElsewhere(claims, wanted.groups)) {
    throw new SignOnRefused('the provider tells too many groups to list them: have it send fewer, or roles of its own');
  }
  return {
    username,
    fullName: textAt(claims, wanted.fullName),
    email: textAt(claims, wanted.email),
    groups: [...new Set(textsIn(claimAt(claims, wanted.groups)))],
  };
}
