import { type GlobalPermission, globalPermissions, type TokenFault } from '@slipway/domain';
import type { TokenLogin } from '@slipway/persistence';

/** Who asks, by what their login has told. */
export interface Identity {
  readonly username: string;
  /** the version of all grants, as the login's statement read it */
  readonly accessVersion: number;
  /** of a token that was made for some global permissions only: none but these, and no team's; null: all */
  readonly only: readonly GlobalPermission[] | null;
  /** tells the account from another one of that name, before or after it; null: it was there before there were such */
  readonly account?: string | null;
}

/** Who is logged in by a token that holds. */
export const identityByToken = ({ username, accessVersion, permissions, account }: TokenLogin): Identity => ({
  username,
  accessVersion,
  account,
  only: permissions && globalPermissions.filter((each) => permissions.includes(each)),
});

/** Why a token lets nobody do anything any more; null: it holds. */
export function faultOf(token: TokenLogin | null): TokenFault | null {
  if (token === null) return 'ended';
  if (token.expired) return 'expired';
  if (token.isOfOther) return 'ofOther';
  return token.loginAllowed ? null : 'barred';
}
