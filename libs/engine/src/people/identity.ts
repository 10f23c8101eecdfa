import type { TokenFault } from '@slipway/domain/decision';
import { type GlobalPermission, globalPermissions } from '@slipway/domain/model';
import type { TokenLogin } from '@slipway/persistence/people';

/** A caller, as authenticated. */
export interface Identity {
  readonly username: string;
  /** the version of all grants, as the login's statement read it */
  readonly accessVersion: number;
  /** of a token that was made for some global permissions only: none but these, and no team's; null: all */
  readonly restrictedTo: readonly GlobalPermission[] | null;
  /** Distinguishes the account from earlier and later ones of the same name; null: it is older than this id. */
  readonly account?: string | null;
}

/** The user of a valid token. */
export const toIdentity = ({ username, accessVersion, permissions, account }: TokenLogin): Identity => ({
  username,
  accessVersion,
  account,
  restrictedTo: permissions && globalPermissions.filter((permission) => permissions.includes(permission)),
});

/** Why a token is invalid; null if it is valid. */
export function findTokenFault(token: TokenLogin | null): TokenFault | null {
  if (token === null) return 'ended';
  if (token.expired) return 'expired';
  if (token.isSetByNonAdmin) return 'ofOther';
  return token.loginAllowed ? null : 'barred';
}
