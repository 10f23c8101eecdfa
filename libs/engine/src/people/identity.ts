import type { TokenFault } from '@slipway/domain/decision';
import { type GlobalPermission, globalPermissions } from '@slipway/domain/model';
import type { TokenLogin } from '@slipway/persistence/people';

/** A caller, as authenticated. */
export interface Identity {
  readonly username: string;
  /** the permission version that the login statement has read */
  readonly accessVersion: number;
  /** the global permissions of a restricted token, which excludes permissions of teams; null: unrestricted */
  readonly restrictedTo: readonly GlobalPermission[] | null;
  /** Distinguishes accounts with the same name over time; null: the account is older than this id. */
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
  if (token === null) return 'deleted';
  if (token.expired) return 'expired';
  if (token.isSetByNonAdmin) return 'creatorLacksAdmin';
  return token.loginAllowed ? null : 'loginNotAllowed';
}
